"""The pages that send a test and make a new secret."""

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from ..announcing import Target
from ..delivering import send_test, try_again
from ..models import Attempt, Delivery, Webhook
from ..models.sealed import seal
from ..signing import new_secret


def test_page(site: AdminSite, request: HttpRequest, target: Target) -> HttpResponse:
    """Asks before a test is sent, and says at once whether it arrived."""
    if request.method == "POST":
        made = send_test(target)
        say(request, made)
        return redirect("admin:releases_delivery_change", made.delivery_id)
    title = _("Send a test to %(target)s") % {"target": target}
    return TemplateResponse(request, "releases/send_test.html", {**site.each_context(request), "title": title})


def again_page(site: AdminSite, request: HttpRequest, delivery: Delivery) -> HttpResponse:
    """Asks before a delivery is tried again, and says at once whether it arrived."""
    if request.method == "POST":
        if made := try_again(delivery):
            say(request, made)
        else:
            messages.info(request, _("Nothing was sent: it was delivered already, or is on its way now."))
        return redirect("admin:releases_delivery_change", delivery.pk)
    title = _("Try again: %(delivery)s") % {"delivery": delivery}
    return TemplateResponse(request, "releases/try_again.html", {**site.each_context(request), "title": title})


def secret_page(site: AdminSite, request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """Asks before the secret is another one from now on, and shows that once."""
    if request.method == "POST":
        webhook.token = new_secret()
        webhook.secret = seal(webhook.token)
        webhook.save(update_fields=["secret"])
        return shown_once(site, request, webhook)
    title = _("New secret for %(target)s") % {"target": webhook}
    return TemplateResponse(request, "releases/new_secret.html", {**site.each_context(request), "title": title})


def shown_once(site: AdminSite, request: HttpRequest, webhook: Webhook) -> HttpResponse:
    """The secret, in the one answer that has it."""
    context = {**site.each_context(request), "title": _("The webhook %(target)s") % {"target": webhook}}
    answer = TemplateResponse(request, "releases/webhook_secret.html", {**context, "webhook": webhook})
    answer["Cache-Control"] = "no-store"
    return answer


def say(request: HttpRequest, made: Attempt) -> None:
    """What came of an attempt."""
    if made.problem:
        words = {"status": made.status or "–", "why": made.get_problem_display()}
        messages.error(request, _("It did not arrive (%(status)s): %(why)s") % words)
    else:
        messages.success(request, _("It arrived in %(milliseconds)s ms.") % {"milliseconds": made.milliseconds})
