"""Why something did not go through, in the language of the page."""

from django.utils.translation import gettext as _

from ..errors import (
    AlreadyLifted,
    AlreadyLive,
    AlreadyOff,
    Cleared,
    DraftChanged,
    LintErrors,
    MayNoLongerPublish,
    NeedsApproval,
    NeedsMore,
    NeverLive,
    NothingToPublish,
    NotInRelease,
    NotReady,
    Objected,
    OneDigestForTwo,
    OwnedByOthers,
    OwnRequest,
    PublishedMeanwhile,
    ReleaseRefused,
    RequestChanged,
    RequestClosed,
    WarningsUnread,
)
from ..wording import joined


def why_refused(refused: ReleaseRefused) -> str:
    """What stood in the way, in the language of the page."""
    if isinstance(refused, PublishedMeanwhile):
        words = _(
            "Release %(found)d went live while you were looking. What is listed below is new; look at it again. "
            "Your comment is kept."
        )
        return words % {"found": refused.found}
    if isinstance(refused, NeedsMore):
        words = _(
            "What you ticked needs further changes, which are ticked now too: %(objects)s. Look at them, then go on. "
            "Your comment is kept."
        )
        return words % {"objects": joined(f"{choice.kind.label} “{choice.identity}”" for choice in refused.choices)}
    if isinstance(refused, OwnedByOthers):
        words = _("Only their owners and publishers edit these: %(objects)s. Leave them out. Your comment is kept.")
        return words % {"objects": joined(f"“{identity}”" for identity in refused.identities)}
    if isinstance(refused, Objected) and refused.binding:
        return _("Something that it needs is missing; see below. Nothing was published.")
    return _reasons()[type(refused)]


def _reasons() -> dict[type[ReleaseRefused], str]:
    return {
        NothingToPublish: _("Nothing differs from what is live, so there is nothing to publish."),
        OneDigestForTwo: _(
            "An earlier release has the same digest, though a group there is a prompt here or the other way round. Give "
            "that object a title, so that nobody takes one for the other. Nothing was published."
        ),
        DraftChanged: _(
            "Somebody edited the draft while you were looking. What is listed below is new; look at it again. "
            "Your comment is kept."
        ),
        AlreadyLive: _("This release is live there already."),
        Cleared: _("This release was cleared, since it had not been live for long: its objects are gone."),
        NeverLive: _("This release was never live there, so there is nothing to roll back to."),
        Objected: _("Scenarios fail, and this environment refuses a release that breaks them. Nothing was published."),
        LintErrors: _("Lint finds errors. Mend or waive them, or leave their objects out. Nothing was published."),
        WarningsUnread: _(
            "There are warnings that you have not said to have read. Read them, tick the box below, then go on. "
            "Your comment is kept."
        ),
        NeedsApproval: _(
            "Two people publish here by now. Ask for it below, and somebody else approves. Your comment is kept."
        ),
        OwnRequest: _("You asked for this yourself. Somebody else has to approve it."),
        NotReady: _("This still waits for approval, or for its time."),
        RequestClosed: _("This was published or cancelled already."),
        RequestChanged: _("This changed while you were looking. What is listed below is new; look at it again."),
        MayNoLongerPublish: _("Who asked for it or approved it may not publish any more."),
        NotInRelease: _("The live release does not have this any more, so there is nothing to switch off."),
        AlreadyOff: _("This is switched off there already."),
        AlreadyLifted: _("Somebody lifted this already."),
    }
