"""What happened: answers and calls of tools, and what is recorded of them."""
