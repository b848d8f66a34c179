"""The first run: an empty installation gets the demo, an administrator and a key, so that all can be tried at once."""

import secrets
import string
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.importing import apply_import, plan_import
from toolgroups_admin.catalog.models import Fragment

from .keys import make_key
from .models import Environment, Release
from .publishing import publish

ADMINISTRATOR = "admin"
ENVIRONMENT = "production"
PASSWORD_LENGTH = 16
SCOPES = ("resolve", "explain")


@dataclass(frozen=True, slots=True)
class FirstRun:
    """What was made: the live release, and the two secrets that are shown once."""

    release: Release
    password: str
    token: str


def is_first_run() -> bool:
    """Whether nobody was here yet: no user, nothing edited, nothing published."""
    return not any(model._default_manager.exists() for model in (User, Fragment, Release))


@transaction.atomic
def begin(document: dict[str, Any]) -> FirstRun:
    """Takes a document into the empty draft, publishes it to production and makes the administrator and a demo key."""
    password = "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(PASSWORD_LENGTH))
    administrator = User.objects.create_superuser(ADMINISTRATOR, password=password)
    apply_import(plan_import(document), by=administrator, why="First run")
    environment = Environment.objects.get(name=ENVIRONMENT)
    release = publish(environment, by=administrator, comment="First run: the demo")
    _, token = make_key(environment, name="Demo", scopes=SCOPES, by=administrator)
    return FirstRun(release, password, token)
