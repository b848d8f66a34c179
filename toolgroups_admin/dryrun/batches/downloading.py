"""Results as files, written while they are sent."""

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

from ..batch_models import Batch
from .results import Line, all_lines

BYTE_ORDER_MARK = "\ufeff"  # by which spreadsheets know UTF-8
FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(batch: Batch) -> Iterator[str]:
    """The lines as CSV for spreadsheets, in which no cell is a formula."""
    writer: Any = csv.writer(_Echo())
    two = batch.sources.count() > 1
    yield BYTE_ORDER_MARK + writer.writerow(map(harmless, [*_heading(two), *batch.columns]))
    for line in all_lines(batch):
        yield writer.writerow(map(harmless, [*_found(line, two), *(line.cells or ())]))


def as_json_lines(batch: Batch) -> Iterator[str]:
    """The lines as JSON, one object each; `cells` is null when they were erased."""
    for line in all_lines(batch):
        cells = None if line.cells is None else dict(zip(batch.columns, line.cells, strict=False))
        members = {"line": line.number, "groups": list(line.hits), "errors": list(line.faults)}
        second = {} if line.second is None else {"second_groups": list(line.second), "differs": line.differs or None}
        yield json.dumps({**members, **second, "cells": cells}, ensure_ascii=False) + "\n"


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; a number stays one."""
    return f"'{cell}" if FORMULA.match(cell) and not NUMBER.fullmatch(cell) else cell


def _heading(two: bool) -> list[str]:
    return ["line", "groups", *(["second_groups", "differs"] if two else []), "errors"]


def _found(line: Line, two: bool) -> list[str]:
    second = ["; ".join(line.second or ()), line.differs] if two else []
    return [str(line.number), "; ".join(line.hits), *second, " ".join(line.faults)]
