"""What tools, groups, rules and prompts have in common."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .history import Fragment, Kind
from .json_columns import JSONText

LONGEST_IDENTITY = 128


def empty_list() -> list[Any]:
    """A fresh empty list, as the default of a column."""
    return []


def empty_object() -> dict[str, Any]:
    """A fresh empty object, as the default of a column."""
    return {}


def identity_column(verbose_name: Any, help_text: Any) -> "models.CharField[str, str]":
    """The column of an identity: 1–128 characters, unique, compared byte by byte."""
    return models.CharField(
        verbose_name,
        max_length=LONGEST_IDENTITY,
        unique=True,
        help_text=help_text,
    )


class CatalogObject(models.Model):
    """One object of the document as a row; `fragment` is its state at the last recorded save, `version` counts those."""

    kind: ClassVar[Kind]
    identity_field: ClassVar[str] = "name"
    columns: ClassVar[tuple[str, ...]]
    rule_column: ClassVar[str | None] = None

    title = models.CharField(_("title"), max_length=500, blank=True, help_text=_("Shown in pages, never sent."))
    owner = models.CharField(
        _("owner"), max_length=500, blank=True, help_text=_("The team or person who answers for it.")
    )
    tags = JSONText(_("tags"), default=empty_list, blank=True)
    waivers = JSONText(_("waivers"), default=empty_list, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    fragment = models.ForeignKey(
        Fragment,
        models.PROTECT,
        db_column="digest",
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("state"),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last changed"), null=True, editable=False)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("last changed by"),
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.identity

    @property
    def identity(self) -> str:
        """The key or the name by which documents refer to this object."""
        identity: str = getattr(self, self.identity_field)
        return identity

    def fill(self, members: Mapping[str, Any]) -> None:
        """Takes over the members of a document's object; what is left out there is the column's default."""
        for column in self.columns:
            field = self._meta.get_field(column)
            assert isinstance(field, models.Field), "columns are fields of the model's own"
            setattr(self, column, members.get(column, field.get_default()))

    @property
    def digest(self) -> str | None:
        """The digest of the state last recorded; None before the first."""
        digest: str | None = self.fragment_id
        return digest
