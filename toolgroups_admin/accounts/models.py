"""The people who sign in."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with a sign-in; history keeps pointing at them, so an account is switched off rather than deleted."""
