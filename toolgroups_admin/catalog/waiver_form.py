"""What a person fills in to waive a rule."""

from django import forms
from django.utils.translation import gettext_lazy as _

from toolgroups_admin.engine import LINT_RULES

from .models import Kind
from .waiving import LONGEST_REASON, may_be_waived


class WaiverForm(forms.Form):
    """The object, the rule, and why it does not count there."""

    kind = forms.ChoiceField(choices=Kind.choices)
    identity = forms.CharField(strip=False)
    rule = forms.ChoiceField(choices=[(rule, rule) for rule in LINT_RULES if may_be_waived(rule)])
    reason = forms.CharField(
        max_length=LONGEST_REASON, error_messages={"required": _("Say why the rule does not count here.")}
    )
