"""Why a pattern cannot be used."""

from typing import Any


class PatternFault(Exception):
    """A pattern that Java would refuse, that is too large, or that would be misread here.

    `position` counts code points from the start of the pattern. `template` and `remedy_template` are `str.format`
    templates over `params`, so that they become a `Fault` as they are; `message` and `remedy` are the English texts.
    """

    def __init__(self, position: int, template: str, remedy: str, **params: Any) -> None:
        self.position = position
        self.template = template
        self.remedy_template = remedy
        self.params = params
        super().__init__(f"{self.message} (at position {position})")

    @property
    def message(self) -> str:
        return self.template.format(**self.params)

    @property
    def remedy(self) -> str:
        return self.remedy_template.format(**self.params)
