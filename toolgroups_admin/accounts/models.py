"""The people who sign in."""

import re

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.functional import cached_property

CHINESE = re.compile(r"[\u3400-\u9fff·]+")


class User(AbstractUser):
    """A person with a sign-in; history keeps pointing at them, so an account is switched off rather than deleted."""

    # Who signs in at a provider: its issuer, a blank, and what the issuer calls the person for good.
    subject = models.CharField(max_length=600, unique=True, null=True, blank=True, editable=False)

    def get_full_name(self) -> str:
        """First name and last, but the other way round and in one where they are written in Chinese."""
        chinese = f"{self.last_name}{self.first_name}"
        return chinese if CHINESE.fullmatch(chinese) else super().get_full_name()

    @property
    def called(self) -> frozenset[str]:
        """By what colleagues write down this person: sign-in, address, and name in either order."""
        names = {
            self.username,
            self.email,
            self.get_full_name(),
            super().get_full_name(),
            f"{self.last_name}{self.first_name}",
            f"{self.last_name} {self.first_name}".strip(),
        }
        return frozenset(names - {""})

    @cached_property
    def role_names(self) -> frozenset[str]:
        """The names of this person's groups, read once."""
        return frozenset(self.groups.values_list("name", flat=True))
