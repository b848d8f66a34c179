"""A document file, read and compiled."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from toolgroups_admin.engine import Catalog, InvalidDocument, MalformedJSON, compile_catalog, decode_document

Made = TypeVar("Made")


class UnusableDocument(Exception):
    """A document file that cannot be used; `faults` says everything that is wrong with it, one line each."""

    def __init__(self, file: Path, faults: list[str]) -> None:
        self.faults = faults
        super().__init__(f"{file} has {len(faults)} {'fault' if len(faults) == 1 else 'faults'}")


def compiled_file(file: Path) -> Catalog:
    """The catalog that a document file compiles to; raises UnusableDocument."""
    return used_file(file, compile_catalog)


def used_file(file: Path, use: Callable[[Any], Made]) -> Made:
    """What `use` makes of the document in a file; raises UnusableDocument, also when `use` raises InvalidDocument."""
    try:
        return use(decode_document(file.read_bytes()))
    except OSError as error:
        raise UnusableDocument(file, [f"{file} cannot be read: {error.strerror}"]) from error
    except MalformedJSON as malformed:
        raise UnusableDocument(file, [f"{file} is not JSON: {malformed}"]) from malformed
    except InvalidDocument as invalid:
        raise UnusableDocument(file, [str(fault) for fault in invalid.faults]) from invalid
