"""The form of an environment: the private addresses that may be called are read before they are kept."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from toolgroups_admin.catalog.admin.generics import AnyModelForm
from toolgroups_admin.execution import AllowList, InvalidAllowEntry

from ..models import Environment


class EnvironmentForm(AnyModelForm):
    """One entry a line."""

    class Meta:
        model = Environment
        fields = "__all__"

    def clean_allow_list(self) -> str:
        """Hosts, addresses and networks, each with or without a port."""
        lines = [line.strip() for line in self.cleaned_data["allow_list"].splitlines() if line.strip()]
        try:
            AllowList(lines)
        except InvalidAllowEntry as invalid:
            words = _(
                "“%(entry)s” is no host, address or network. Write one a line, each with or without a port: "
                "localhost:8080, 10.1.0.0/16, [::1]:9000."
            )
            raise ValidationError(words, code="allow_list", params={"entry": invalid.value}) from invalid
        return "\n".join(lines)
