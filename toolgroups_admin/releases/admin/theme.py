"""The theme's decorators with types, which it does not have itself."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from unfold.decorators import action, display

Method = TypeVar("Method", bound=Callable[..., Any])


def page_action(description: Any, *, url_path: str, permission: str, icon: str) -> Callable[[Method], Method]:
    """A button on an object's page and in its row that opens a page, for those with `has_PERMISSION_permission`."""
    decorate: Callable[[Method], Method] = action(
        description=description, url_path=url_path, permissions=[permission], icon=icon
    )
    return decorate


def list_action(description: Any, *, url_path: str, permission: str, icon: str) -> Callable[[Method], Method]:
    """A button above a list that opens a page, for those with `has_PERMISSION_permission`."""
    return page_action(description, url_path=url_path, permission=permission, icon=icon)


def label_column(description: Any, colours: Mapping[str, str]) -> Callable[[Method], Method]:
    """A column of coloured labels; the method gives the value that the colour is for, and the words."""
    decorate: Callable[[Method], Method] = display(description=description, label=dict(colours))
    return decorate
