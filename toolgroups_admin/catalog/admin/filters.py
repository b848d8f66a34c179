"""Filters of the lists."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import StrIndex
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.accounts.models import User

NOBODY = "nobody"


class TagFilter(admin.SimpleListFilter):
    """Rows that carry a tag."""

    title = _("tag")
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        lists = model_admin.model._default_manager.order_by().values_list("tags", flat=True).distinct()
        return [(tag, tag) for tag in sorted({tag for tags in lists for tag in tags})]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if (tag := self.value()) is None:
            return queryset
        word = json.dumps(tag, ensure_ascii=False)
        return _containing_any(queryset, "tags", (f"[{word}", f",{word}"))


class MineFilter(admin.SimpleListFilter):
    """Rows whose owner is the person who looks."""

    title = _("owned by me")
    parameter_name = "mine"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("mine"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() != "yes" or not isinstance(request.user, User):
            return queryset
        return queryset.filter(owner__in=request.user.called)


class AuthorFilter(admin.SimpleListFilter):
    """Changes of one person, or of the command line."""

    title = _("person")
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        people = User.objects.filter(changes__isnull=False).distinct().order_by("username")
        named = people.values_list("pk", "username")
        return [*((str(key), name) for key, name in named), (NOBODY, _("the command line"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or ""
        if chosen == NOBODY:
            return queryset.filter(by=None)
        return queryset.filter(by=int(chosen)) if chosen in dict(self.lookup_choices) else queryset


class ExecutorFilter(admin.SimpleListFilter):
    """Tools that are run in one way."""

    title = _("executor")
    parameter_name = "executor"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("client", _("the caller")),
            ("python", _("a Python function")),
            ("http", _("an HTTP request")),
            ("mcp", _("an MCP server")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return _of_kind(queryset, "executor", self.value())


class RuleKindFilter(admin.SimpleListFilter):
    """Rows in whose rule a kind of node stands, at any depth."""

    title = _("rule uses")
    parameter_name = "rule_kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("always", _("always")),
            ("prompt_contains", _("keywords")),
            ("prompt_matches", _("pattern")),
            ("condition", _("condition")),
            ("expression", _("expression")),
            ("python", _("matcher in code")),
            ("rule", _("shared rule")),
            ("rollout", _("rollout")),
            ("schedule", _("schedule")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return _of_kind(queryset, queryset.model.rule_column, self.value())


def _of_kind(queryset: QuerySet[Any], column: str, kind: str | None) -> QuerySet[Any]:
    return queryset if kind is None else _containing_any(queryset, column, (f'"kind":{json.dumps(kind)}',))


def _containing_any(queryset: QuerySet[Any], column: str, parts: Iterable[str]) -> QuerySet[Any]:
    """Rows whose JSON text has one of the parts; exact to the case, which LIKE is not on every database."""
    found = Q()
    for number, part in enumerate(parts):
        queryset = queryset.alias(**{f"place_{number}": StrIndex(F(column), Value(part))})
        found |= Q(**{f"place_{number}__gt": 0})
    return queryset.filter(found)
