"""The look of the pages: what the theme is told, and the links at the side."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

_addresses: list[Any] = []  # of all links at the side; they are known only when a page is made


def _link(title: Any, icon: str, url_name: str, permission: str = "", *, also: str = "") -> dict[str, Any]:
    """A link at the side, for those who may follow it; a list of the admin says itself which permission that takes.

    Pages below the address of `also` count as pages below its own.
    """
    room, _rest, model = url_name.removeprefix("admin:").removesuffix("_changelist").partition("_")
    needed = permission or f"{room}.view_{model}"
    address = reverse_lazy(url_name)
    own = [address, reverse_lazy(also)] if also else [address]
    _addresses.extend(own)
    return {
        "title": title,
        "icon": icon,
        "link": address,
        "active": _is_nearest(own),
        "permission": lambda request: request.user.has_perm(needed),
    }


def _is_nearest(own: list[Any]) -> Callable[[HttpRequest], bool]:
    """Whether a page lies below a link's addresses, and below no other that is nearer: scenarios lie below dry runs."""

    def nearest(request: HttpRequest) -> bool:
        above = [str(each) for each in _addresses if request.path.startswith(str(each))]
        return max(above, key=len, default="") in [str(each) for each in own]

    return nearest


UNFOLD = {
    "SITE_TITLE": "ToolGroups Admin",
    "SITE_HEADER": "ToolGroups Admin",
    "SITE_SYMBOL": "construction",
    "SITE_URL": None,
    "SHOW_LANGUAGES": False,  # in the head of every page instead: accounts/switches.html
    "DASHBOARD_CALLBACK": "toolgroups_admin.releases.admin.home_page.add_home",
    "SHOW_VIEW_ON_SITE": False,
    "ENVIRONMENT": "toolgroups_admin.releases.unpublished.badge",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("favicon.svg")}],
    "STYLES": [
        lambda request: static("accounts/switches.css"),
        lambda request: static("catalog/forms.css"),
        lambda request: static("catalog/problems.css"),
        lambda request: static("catalog/objects.css"),
        lambda request: static("catalog/reading.css"),
        lambda request: static("releases/releases.css"),
        lambda request: static("releases/going_live.css"),
    ],
    "SCRIPTS": [
        lambda request: static("accounts/keyboard.js"),
        lambda request: static("accounts/once.js"),
        lambda request: static("accounts/token.js"),
    ],
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": False,
        "navigation": [
            {
                "title": _("Try"),
                "separator": True,
                "items": [
                    _link(_("Dry run"), "labs", "dryrun:page", "dryrun.run"),
                    _link(
                        _("Scenarios"),
                        "fact_check",
                        "admin:dryrun_scenario_changelist",
                        also="admin:dryrun_scenariochange_changelist",
                    ),
                    _link(_("Batches"), "stacks", "admin:dryrun_batch_changelist"),
                ],
            },
            {
                "title": _("Catalog"),
                "separator": True,
                "items": [
                    _link(_("Tool groups"), "widgets", "admin:catalog_toolgroup_changelist"),
                    _link(_("Tools"), "build", "admin:catalog_tool_changelist"),
                    _link(_("Shared rules"), "rule", "admin:catalog_matcherrule_changelist"),
                    _link(_("Prompts"), "chat", "admin:catalog_prompt_changelist"),
                    _link(_("Problems"), "report", "catalog:problems", "catalog.view_toolgroup"),
                    _link(_("History"), "history", "admin:catalog_change_changelist"),
                ],
            },
            {
                "title": _("Publishing"),
                "separator": True,
                "items": [
                    _link(_("Environments"), "dns", "admin:releases_environment_changelist"),
                    _link(_("Releases"), "inventory_2", "admin:releases_release_changelist"),
                    _link(_("Requests"), "pending_actions", "admin:releases_publishrequest_changelist"),
                    _link(_("Publications"), "published_with_changes", "admin:releases_publication_changelist"),
                    _link(_("Switched off"), "toggle_off", "admin:releases_switch_changelist"),
                    _link(_("API keys"), "key", "admin:releases_apikey_changelist"),
                ],
            },
            {
                "title": _("Calls and messages"),
                "separator": True,
                "items": [
                    _link(_("Connections"), "cable", "admin:releases_connection_changelist"),
                    _link(_("Model providers"), "neurology", "admin:gateway_modelprovider_changelist"),
                    _link(_("Tool contexts"), "data_object", "admin:releases_toolcontext_changelist"),
                    _link(_("Webhooks"), "webhook", "admin:releases_webhook_changelist"),
                    _link(_("Mail recipients"), "mail", "admin:releases_mailrecipient_changelist"),
                    _link(_("Deliveries"), "outbox", "admin:releases_delivery_changelist"),
                    _link(_("Tool calls"), "manufacturing", "admin:traffic_toolcall_changelist"),
                ],
            },
            {
                "title": _("Accounts"),
                "separator": True,
                "items": [
                    _link(_("Users"), "person", "admin:accounts_user_changelist"),
                    _link(_("Roles"), "badge", "admin:auth_group_changelist"),
                    _link(_("Erasures"), "ink_eraser", "admin:dryrun_erasure_changelist"),
                ],
            },
        ],
    },
}
