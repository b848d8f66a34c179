"""Django classes that are generic for the type checker only."""

from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    AnyModelForm = forms.ModelForm[Any]
else:
    AnyModelForm = forms.ModelForm
