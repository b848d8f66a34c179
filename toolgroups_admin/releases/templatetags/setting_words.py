"""What a change of an environment's settings says, in templates."""

from django import template

from ..models import EnvironmentChange
from ..setting_words import settings_in_words
from ..wording import joined

register = template.Library()


@register.filter
def setting_words(change: EnvironmentChange) -> str:
    """What was changed, in one line."""
    return joined(settings_in_words(change))
