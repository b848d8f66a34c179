"""Django classes that are generic for the type checker only."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.forms.models import BaseInlineFormSet

if TYPE_CHECKING:
    AnyModelForm = forms.ModelForm[Any]
    AnyInlineFormSet = BaseInlineFormSet[Any, Any, Any]
else:
    AnyModelForm = forms.ModelForm
    AnyInlineFormSet = BaseInlineFormSet
