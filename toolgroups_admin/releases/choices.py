"""What somebody chooses of the changes that they see."""

from typing import NamedTuple

from toolgroups_admin.catalog.models import Kind


class Choice(NamedTuple):
    """One change that somebody wants, as they saw it: the digest afterwards, None when the object goes."""

    kind: Kind
    identity: str
    digest: str | None
