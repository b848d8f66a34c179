"""What would happen: one chat context tried against the draft or a release, with every reason shown."""
