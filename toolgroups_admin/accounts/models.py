"""The people who sign in."""

from django.contrib.auth.models import AbstractUser
from django.utils.functional import cached_property


class User(AbstractUser):
    """A person with a sign-in; history keeps pointing at them, so an account is switched off rather than deleted."""

    @property
    def called(self) -> frozenset[str]:
        """By what colleagues write down this person: sign-in, address, and name in either order."""
        names = {
            self.username,
            self.email,
            self.get_full_name(),
            f"{self.last_name}{self.first_name}",
            f"{self.last_name} {self.first_name}".strip(),
        }
        return frozenset(names - {""})

    @cached_property
    def role_names(self) -> frozenset[str]:
        """The names of this person's groups, read once."""
        return frozenset(self.groups.values_list("name", flat=True))
