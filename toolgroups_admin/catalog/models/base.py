"""What tools, groups, rules and prompts have in common."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.db import models
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from .history import Fragment, Kind
from .json_text import JSONText

LONGEST_IDENTITY = 128


def empty_list() -> list[Any]:
    """A fresh empty list, as the default of a column."""
    return []


def empty_object() -> dict[str, Any]:
    """A fresh empty object, as the default of a column."""
    return {}


def no_hidden_edges(identity: str) -> None:
    """Refuses control characters and edge spaces in an identity (design §4)."""
    if identity != identity.strip() or any(not character.isprintable() and character != " " for character in identity):
        raise ValidationError(
            _now("“%(identity)s” has control characters or spaces at an edge. Remove them."),
            code="identity",
            params={"identity": identity},
        )


def identity_column(verbose_name: Any, help_text: Any) -> "models.CharField[str, str]":
    """The column of an identity: 1–128 characters, unique, compared byte by byte."""
    return models.CharField(
        verbose_name,
        max_length=LONGEST_IDENTITY,
        unique=True,
        validators=[MinLengthValidator(1), MaxLengthValidator(LONGEST_IDENTITY), no_hidden_edges],
        help_text=help_text,
    )


class CatalogQuerySet(models.QuerySet[Any]):
    """Rows of one kind."""

    def identified(self, identities: Any) -> Self:
        """Those of the given identities."""
        return self.filter(**{f"{self.model.identity_field}__in": identities})

    def whole(self) -> Self:
        """With the children that a document needs, in a fixed number of queries."""
        return self.prefetch_related(*self.model.children)


class CatalogObject(models.Model):
    """One object of the document as a row; `fragment` is its state at the last recorded save, `version` counts those."""

    kind: ClassVar[Kind]
    identity_field: ClassVar[str] = "name"
    members: ClassVar[tuple[str, ...]]
    children: ClassVar[tuple[str, ...]] = ()

    title = models.CharField(_("title"), max_length=500, blank=True, help_text=_("Shown in pages, never sent."))
    owner = models.CharField(_("owner"), max_length=500, blank=True, help_text=_("The team or person who answers for it."))
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

    objects = CatalogQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.identity

    @property
    def identity(self) -> str:
        """The key or the name by which documents refer to this object."""
        identity: str = getattr(self, self.identity_field)
        return identity

    @property
    def digest(self) -> str | None:
        """The digest of the state last recorded; None before the first."""
        digest: str | None = self.fragment_id
        return digest
