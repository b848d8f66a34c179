"""Which objects were ever published."""

from toolgroups_admin.catalog.models import Kind

from .models import ReleaseFragment


def was_published(kind: Kind, identity: str) -> bool:
    """Whether some release holds an object of that kind and identity, so that programs may refer to it."""
    return ReleaseFragment.objects.filter(kind=kind, identity=identity).exists()
