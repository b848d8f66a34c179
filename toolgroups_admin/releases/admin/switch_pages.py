"""The pages that switch a group or tool off in an environment, and on again."""

from itertools import groupby

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from toolgroups_admin.catalog.models import Kind

from ..errors import ReleaseRefused
from ..models import Environment, Switch
from ..switching import lift, switch_off, switchable
from .pages import page
from .people import person
from .refusals import why_refused


class SwitchOffForm(forms.Form):
    """What shall be off, and why."""

    target = forms.ChoiceField(
        label=gettext_lazy("Group or tool"),
        widget=UnfoldAdminSelectWidget,
        error_messages={
            "invalid_choice": gettext_lazy("This is off already, or the live release does not have it any more.")
        },
    )
    reason = forms.CharField(
        label=capfirst(gettext_lazy("reason")),
        max_length=2000,
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        help_text=gettext_lazy("Stands in the head of every page until it is lifted, and in the history."),
    )

    def __init__(self, environment: Environment, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        off = {switch.target for switch in Switch.objects.filter(environment=environment, lifted_at=None)}
        rows = switchable(environment).values_list("kind", "identity")
        there = [(kind, identity) for kind, identity in rows if f"{kind}:{identity}" not in off]
        field = self.fields["target"]
        assert isinstance(field, forms.ChoiceField)
        by_kind = [
            (str(Kind(kind).label), [(f"{kind}:{identity}", identity) for _kind, identity in of_kind])
            for kind, of_kind in groupby(there, key=lambda each: each[0])
        ]
        field.choices = [("", "–"), *by_kind]  # nothing is chosen before somebody chooses


class LiftForm(forms.Form):
    """Why it may be on again."""

    why = forms.CharField(
        label=gettext_lazy("Comment"),
        required=False,
        max_length=2000,
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
    )


def switch_off_page(site: AdminSite, request: HttpRequest, environment: Environment) -> HttpResponse:
    """Asks what to switch off and why, and does it; `?target=group:NAME` chooses beforehand."""
    refusal = ""
    form = SwitchOffForm(environment, request.POST or None, initial={"target": request.GET.get("target")})
    if request.method == "POST" and form.is_valid():
        kind, _colon, identity = form.cleaned_data["target"].partition(":")
        try:
            switch = switch_off(
                environment, Kind(kind), identity, reason=form.cleaned_data["reason"], by=person(request)
            )
        except ReleaseRefused as refused:
            refusal = why_refused(refused)
        else:
            messages.success(request, _("Switched off at once: %(what)s.") % {"what": switch})
            return redirect("admin:releases_switch_change", switch.pk)
    return page(
        site,
        request,
        "releases/switch_off.html",
        title=_("Switch off in %(environment)s") % {"environment": environment},
        target=environment,
        form=form,
        refusal=refusal,
    )


def lift_page(site: AdminSite, request: HttpRequest, switch: Switch) -> HttpResponse:
    """Asks before a group or tool is on again."""
    refusal = ""
    form = LiftForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            lift(switch, by=person(request), why=form.cleaned_data["why"])
        except ReleaseRefused as refused:
            refusal = why_refused(refused)
        else:
            messages.success(request, _("On again: %(what)s.") % {"what": switch})
            return redirect("admin:releases_switch_changelist")
    title = _("Lift: %(what)s") % {"what": switch}
    return page(site, request, "releases/lift.html", title=title, switch=switch, form=form, refusal=refusal)
