"""Who may do what: five roles, each a group of Django's; every room says which of its permissions a role has."""

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import AnonymousUser, Group
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .models import User

EVERYTHING = ("view", "add", "change", "delete")


class Role(StrEnum):
    """What people are here for; the value is the name of the group, and never changes."""

    EDITOR = "editor"
    PUBLISHER = "publisher"
    QA = "QA"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


TITLES: dict[str, Promise] = {
    Role.EDITOR: _("Editor"),
    Role.PUBLISHER: _("Publisher"),
    Role.QA: _("Tester"),
    Role.AUDITOR: _("Auditor"),
    Role.ADMINISTRATOR: _("Administrator"),
}
DUTIES: dict[str, Promise] = {
    Role.EDITOR: _("Edits tools, groups, rules and prompts of the draft, and tries them."),
    Role.PUBLISHER: _("Publishes the draft and rolls back."),
    Role.QA: _("Runs dry runs and keeps them."),
    Role.AUDITOR: _("Reads everything."),
    Role.ADMINISTRATOR: _("Manages people, environments and keys."),
}

_granted: dict[str, set[tuple[Role, str]]] = defaultdict(set)


def grant(actions: Iterable[str], given: Iterable[type[models.Model]], roles: Iterable[Role]) -> None:
    """Has roles may do the actions (`view`, `add`, `change`, `delete`, or a model's own) with rows of the models."""
    to = tuple(roles)
    for model in given:
        names = {codename: codename for codename, _words in model._meta.permissions}
        names |= {action: f"{action}_{model._meta.model_name}" for action in model._meta.default_permissions}
        _granted[model._meta.app_label].update((role, names[action]) for action in actions for role in to)


def has_role(user: User | AnonymousUser, role: Role) -> bool:
    """Whether somebody has a role; who may do everything has them all."""
    return isinstance(user, User) and (user.is_superuser or role in user.role_names)


def title_of(group: Group) -> str:
    """What pages call a role, in the language of the page; a group of one's own by its name."""
    return str(TITLES.get(group.name, group.name))


def give_permissions(app_config: AppConfig, using: str, apps: Apps = apps, **options: Any) -> None:
    """After the tables of a room are there: each role has exactly the room's permissions that were granted to it."""
    granted = _granted.get(app_config.label)
    if not granted or "auth" not in apps.app_configs:
        return
    create_permissions(app_config, verbosity=0, using=using, apps=apps)  # auth's own turn may come after ours
    there = apps.get_model("auth", "Permission")._default_manager.using(using)
    permissions = {each.codename: each for each in there.filter(content_type__app_label=app_config.label)}
    groups = apps.get_model("auth", "Group")._default_manager.using(using)
    for role in Role:
        wanted = [permissions[name] for to, name in granted if to is role and name in permissions]
        group, _made = groups.get_or_create(name=role)
        group.permissions.remove(*(each for each in permissions.values() if each not in wanted))
        group.permissions.add(*wanted)
