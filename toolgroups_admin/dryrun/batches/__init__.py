"""Many contexts at once: taken in from a file, tried chunk by chunk in the background, and shown."""
