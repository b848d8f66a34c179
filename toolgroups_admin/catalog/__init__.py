"""What is being edited."""
