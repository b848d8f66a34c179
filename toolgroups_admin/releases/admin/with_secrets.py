"""What the admin keeps of each change of a row with secrets: who, when, and the names of what changed, never a value."""

from typing import Any

from django.http import HttpRequest
from unfold.admin import ModelAdmin


class KeepsSecrets(ModelAdmin):
    """One entry of history for each change; a page with a secret on its way is kept by nobody."""

    actions = None
    list_per_page = 50
    warn_unsaved_form = True
    fixed: tuple[str, ...] = ()

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Nothing when nothing changed."""
        return super().log_change(request, obj, message) if message else None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        shown = super().get_readonly_fields(request, obj)
        return (*shown, *self.fixed) if obj else shown

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        answer = super().changeform_view(request, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer
