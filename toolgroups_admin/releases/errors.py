"""Why a release is not made, or not made live. What does not compile is the engine's `InvalidDocument`."""

from collections.abc import Sequence
from dataclasses import dataclass

from toolgroups_admin.engine import Fault, Finding

from .choices import Choice
from .models import Environment, Release


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing that speaks against a release: what, where more stands about it, and the reasons in sentences.

    Who lacks the permission `needs` is not led to the address.
    """

    headline: str
    address: str | None
    reasons: tuple[str, ...]
    needs: str = ""


class ReleaseRefused(Exception):
    """The root of what publishing and rolling back refuse."""


class NothingToPublish(ReleaseRefused):
    """The draft is what is live already."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(f"nothing changed since release {environment.release} of {environment.name}")


class OneDigestForTwo(ReleaseRefused):
    """Another release has the same digest although it holds other kinds of objects; see `refuse_twin`."""

    def __init__(self, release: Release) -> None:
        self.release = release
        super().__init__(
            f"release {release} has the same digest, though a group there is a prompt here or the other way round; "
            "give that object a title"
        )


class PublishedMeanwhile(ReleaseRefused):
    """Somebody made another release live since the caller looked; `found` is its number, 0 for none."""

    def __init__(self, environment: Environment, expected: int, found: int) -> None:
        self.expected, self.found = expected, found
        super().__init__(f"{environment.name} is at release {found}, not {expected}; look at the changes again")


class DraftChanged(ReleaseRefused):
    """Somebody edited the draft since the caller looked."""

    def __init__(self) -> None:
        super().__init__("the draft was edited since it was looked at; look at the changes again")


class OwnedByOthers(ReleaseRefused):
    """Objects of the draft that only their owners and publishers edit here."""

    def __init__(self, identities: Sequence[str]) -> None:
        self.identities = tuple(identities)
        super().__init__(f"others own {', '.join(identities)}; leave them out, or ask their owners")


class NeedsMore(ReleaseRefused):
    """What was chosen cannot go without these changes, which were not chosen."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = tuple(choices)
        named = ", ".join(f"{choice.kind} {choice.identity}" for choice in choices)
        super().__init__(f"what was chosen needs these changes too: {named}")


class Cleared(ReleaseRefused):
    """The release had not been live for long, and its objects are gone."""

    def __init__(self, release: Release) -> None:
        super().__init__(f"release {release} was cleared at {release.cleared_at}; publish its objects again")


class Objected(ReleaseRefused):
    """Something speaks against the release, and the environment's setting refuses it for that, or it is `binding`."""

    def __init__(self, environment: Environment, objections: Sequence[Objection], *, binding: bool = False) -> None:
        self.objections, self.binding = tuple(objections), binding
        listed = "; ".join(" ".join((each.headline, *each.reasons)) for each in objections)
        super().__init__(f"{environment.name} refuses it: {listed}")


class LintErrors(ReleaseRefused):
    """Lint finds errors, which are mended or waived first."""

    def __init__(self, found: Sequence[Fault | Finding]) -> None:
        super().__init__(f"lint finds errors; mend or waive them first: {_listed(found)}")


class WarningsUnread(ReleaseRefused):
    """Lint warns of what the caller did not say to have read."""

    def __init__(self, found: Sequence[Fault | Finding]) -> None:
        super().__init__(f"lint warns of what was not read; read it and say so: {_listed(found)}")


class NeedsApproval(ReleaseRefused):
    """Nobody publishes or promotes alone in this environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(f"in {environment.name} two people publish; ask for it, and somebody else approves")


class OwnRequest(ReleaseRefused):
    """Who asked for something does not approve it."""

    def __init__(self) -> None:
        super().__init__("somebody else than who asked for it has to approve")


class NotReady(ReleaseRefused):
    """The request waits for approval or for its time."""

    def __init__(self) -> None:
        super().__init__("the request waits for approval or for its time")


class RequestClosed(ReleaseRefused):
    """The request was published or cancelled already."""

    def __init__(self) -> None:
        super().__init__("the request was published or cancelled already")


class RequestChanged(ReleaseRefused):
    """The request is not, or not any more, what the caller looked at."""

    def __init__(self) -> None:
        super().__init__("the request changed since it was looked at; look at it again")


class MayNoLongerPublish(ReleaseRefused):
    """Who asked for something, or approved it, may not publish any more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} may not publish any more; somebody else has to ask for it")


class AlreadyLive(ReleaseRefused):
    """The release is what the environment points at already."""

    def __init__(self, environment: Environment, release: Release) -> None:
        super().__init__(f"release {release} is live in {environment.name} already")


class NeverLive(ReleaseRefused):
    """The environment never pointed at the release, so there is nothing to roll back to."""

    def __init__(self, environment: Environment, release: Release) -> None:
        super().__init__(f"release {release} was never live in {environment.name}; publish or promote it instead")


class NotInRelease(ReleaseRefused):
    """The live release of the environment does not have the object, so there is nothing to switch off."""

    def __init__(self, environment: Environment, kind: str, identity: str) -> None:
        super().__init__(f"{environment.name} has no {kind} {identity} in its live release")


class AlreadyOff(ReleaseRefused):
    """The object is switched off in the environment already."""

    def __init__(self, environment: Environment, kind: str, identity: str) -> None:
        super().__init__(f"{kind} {identity} is switched off in {environment.name} already")


class AlreadyLifted(ReleaseRefused):
    """Somebody switched the object on again already."""

    def __init__(self) -> None:
        super().__init__("this was lifted already")


def _listed(found: Sequence[Fault | Finding]) -> str:
    return "; ".join(f"{each.path}: {each.message}" for each in found)
