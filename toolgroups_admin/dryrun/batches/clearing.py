"""Clearing batches whose time is over."""

from ..batch_models import Batch


def clear_expired() -> int:
    """Deletes the batches whose time is over, with their lines; says how many."""
    deleted, by_model = Batch.objects.expired().delete()
    return by_model.get(Batch._meta.label, 0) if deleted else 0
