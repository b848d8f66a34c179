"""Both automata find the same."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgroups_admin.engine.automata import Search, portable_search, quick_search, search_for

MACHINES = [portable_search] if search_for is portable_search else [portable_search, quick_search]


@pytest.mark.parametrize("machine", MACHINES)
@given(
    st.lists(st.text("abςσ天气😀", min_size=1, max_size=4), min_size=1, max_size=8, unique=True),
    st.text("abςσ天气😀", max_size=20),
)
def test_every_literal_is_found_wherever_it_occurs(
    machine: Callable[[Sequence[str]], Search], literals: list[str], text: str
) -> None:
    places = machine(literals)(text)

    assert {literals[place] for place in places} == {literal for literal in literals if literal in text}


@pytest.mark.parametrize("machine", MACHINES)
def test_a_lone_surrogate_is_refused(machine: Callable[[Sequence[str]], Search]) -> None:
    with pytest.raises(UnicodeEncodeError):
        machine(["a"])("a\ud800")
