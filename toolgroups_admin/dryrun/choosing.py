"""What can be chosen at the head of the page: sources, and a source's prompts."""

from django.utils.translation import gettext as _

from toolgroups_admin.releases.models import Environment, Release

from .sources import ENVIRONMENT, RELEASE, Compiled
from .typed import DRAFT

MOST_RELEASES = 20
MOST_PROMPTS_LISTED = 50

Choices = list[tuple[str, str]]


def source_choices(chosen: str) -> list[tuple[str, Choices]]:
    """Sources under headings: the draft, environments with a release, the latest releases and the chosen one."""
    environments = Environment.objects.filter(release__isnull=False).select_related("release")
    releases = list(Release.objects.whole().values_list("number", "comment")[:MOST_RELEASES])
    listed = [(f"{RELEASE}:{number}", _release(number, comment)) for number, comment in releases]
    others = [
        (f"{ENVIRONMENT}:{environment.name}", f"{environment} · {_release(environment.release.number)}")
        for environment in environments
        if environment.release
    ]
    known = {DRAFT, *(value for value, _label in listed + others)}
    if chosen not in known:
        listed.append((chosen, source_label(chosen)))
    return [
        ("", [(DRAFT, source_label(DRAFT))]),
        (_("Environments"), others),
        (_("Releases"), listed),
    ]


def source_label(source: str) -> str:
    """A source by name."""
    kind, _separator, name = source.partition(":")
    if source == DRAFT:
        return _("Draft (not published)")
    return _release(name) if kind == RELEASE else name or source


def prompt_choices(compiled: Compiled, typed: str) -> Choices:
    """At most 50 prompts whose name or title holds what is typed, by name and label."""
    wanted = typed.casefold()
    found = [
        (name, f"{name} · {title}" if title else name)
        for name, title in compiled.prompts
        if wanted in name.casefold() or wanted in title.casefold()
    ]
    return found[:MOST_PROMPTS_LISTED]


def _release(number: int | str, comment: str = "") -> str:
    words = _("Release {number}").format(number=number)
    first_line = comment.strip().partition("\n")[0][:60]
    return f"{words} · {first_line}" if first_line else words
