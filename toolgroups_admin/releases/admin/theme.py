"""The theme's decorators with types, which it does not have itself."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse
from unfold.decorators import action, display

Method = TypeVar("Method", bound=Callable[..., Any])


def page_action(description: Any, *, url_path: str, permission: str, icon: str) -> Callable[[Method], Method]:
    """A button on an object's page and in its row that opens a page, for those with `has_PERMISSION_permission`.

    An address with what is no key is no page, before anybody asks the database for it.
    """
    decorate = list_action(description, url_path=url_path, permission=permission, icon=icon)

    def decorated(method: Method) -> Method:
        page = decorate(method)

        @wraps(page)
        def page_of_a_row(model_admin: Any, request: HttpRequest, object_id: str) -> HttpResponse:
            require_key(object_id)
            answer: HttpResponse = page(model_admin, request, object_id=object_id)
            return answer

        return cast(Method, page_of_a_row)

    return decorated


def list_action(description: Any, *, url_path: str, permission: str, icon: str) -> Callable[[Method], Method]:
    """A button above a list that opens a page, for those with `has_PERMISSION_permission`."""
    decorate: Callable[[Method], Method] = action(
        description=description, url_path=url_path, permissions=[permission], icon=icon
    )
    return decorate


def require_key(object_id: Any) -> None:
    """Raises `Http404` for what stands in an address in the place of a key and is none."""
    if re.fullmatch(r"[0-9]{1,18}", str(object_id)) is None:
        raise Http404


def label_column(description: Any, colours: Mapping[str, str]) -> Callable[[Method], Method]:
    """A column of coloured labels; the method gives the value that the colour is for, and the words."""
    decorate: Callable[[Method], Method] = display(description=description, label=dict(colours))
    return decorate
