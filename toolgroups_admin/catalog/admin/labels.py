"""A column of coloured labels: the theme's decorator with types, which it does not have itself."""

from collections.abc import Callable
from typing import Any, TypeVar

from unfold.decorators import display

Method = TypeVar("Method", bound=Callable[..., Any])


def label_column(description: Any, colour: str, *, ordering: str) -> Callable[[Method], Method]:
    """A sortable column whose words stand in a label of one colour."""
    decorate: Callable[[Method], Method] = display(description=description, label=colour, ordering=ordering)
    return decorate
