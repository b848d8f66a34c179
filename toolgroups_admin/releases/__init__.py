"""What is live: environments, releases, keys, and the compiled release of each process."""
