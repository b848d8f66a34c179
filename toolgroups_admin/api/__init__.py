"""The door for programs: REST under `/api/v1/`, in front of Django and within it."""
