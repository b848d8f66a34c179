"""Docstrings in the manners that people write."""

import pytest

from toolgroups_admin.execution.docstrings import read_docstring

GOOGLE = """Does it.

    In a second paragraph too.

    Args:
        city (str): The city:
            with its country
        days: How many

        *rest: More
    Returns:
        city: not a parameter
    """
NUMPY = """Does it.

    In a second paragraph too.

    Parameters
    ----------
    city : str
        The city:
        with its country
    days
        How many
    rest
        More

    Returns
    -------
    str
        city: not a parameter
    """
SPHINX = """Does it.

    In a second paragraph too.

    :param str city: The city:
        with its country
    :param days: How many
    :type days: int
    :param rest: More
    :returns: something
    """


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_description_and_parameters_are_told_apart(text: str) -> None:
    described = read_docstring(text)

    assert described.description == "Does it.\n\nIn a second paragraph too."
    assert described.parameters == {"city": "The city: with its country", "days": "How many", "rest": "More"}


@pytest.mark.parametrize(
    "text", [None, "", "One line.", "Note that: this\nis prose.", "Returns the city.", "参数: 城市"]
)
def test_what_has_no_sections_is_description(text: str | None) -> None:
    described = read_docstring(text)

    assert (described.description, described.parameters) == (text or "", {})
