"""Documents: reading them, their one spelling, and their digests."""

from .canonical import (
    Fragment,
    assemble,
    canonical_document,
    canonical_text,
    document_digest,
    fragment_of,
    fragments,
)
from .reading import read_document

__all__ = [
    "Fragment",
    "assemble",
    "canonical_document",
    "canonical_text",
    "document_digest",
    "fragment_of",
    "fragments",
    "read_document",
]
