"""Approvals: a sensitive call waits for one, which is bound to decision, call and arguments, and spent once."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from django.core import signing
from django.db import IntegrityError, transaction

from toolgroups_admin.engine import Fault
from toolgroups_admin.releases.permitting import Refused

from .models import SpentApproval

SALT: Final = "toolgroups_admin.approval"
SECONDS: Final = 15 * 60


def approval_of(decision: str, call: str, arguments: Any) -> str:
    """What the caller sends back once somebody has approved this call with these arguments."""
    return signing.dumps(_bound(decision, call, arguments), salt=SALT)


def check_approvals(approvals: Mapping[str, str], *, decision: str, arguments: Mapping[str, Any]) -> None:
    """Raises `Refused` for an approval of something else than the call it stands for; `arguments` are by call id."""
    foreign = [
        call
        for call, approval in approvals.items()
        if call not in arguments or _read(approval) != _bound(decision, call, arguments[call])
    ]
    if foreign:
        raise not_valid(foreign)


def not_valid(calls: Iterable[str]) -> Refused:
    """The refusal of approvals that are not of these calls."""
    return _refused([_fault(call, "Ask again without it, and send the approval that comes back.") for call in calls])


def spend(calls: Iterable[str], *, decision: str, arguments: Mapping[str, Any]) -> None:
    """Uses the approvals of these calls up; raises `Refused` when one was used before, and then uses none."""
    for_call = {call: _digest(_bound(decision, call, arguments[call])) for call in calls}
    spent = set(SpentApproval.objects.filter(digest__in=for_call.values()).values_list("digest", flat=True))
    if spent:
        raise _spent(call for call, digest in for_call.items() if digest in spent)
    try:
        with transaction.atomic():
            SpentApproval.objects.bulk_create(SpentApproval(digest=digest) for digest in for_call.values())
    except IntegrityError:  # somebody used one in this very moment
        raise _spent(for_call) from None


def _read(approval: str) -> Any:
    try:
        return signing.loads(approval, salt=SALT, max_age=SECONDS)
    except (signing.BadSignature, ValueError):
        return None


def _bound(decision: str, call: str, arguments: Any) -> list[str]:
    return [decision, call, _digest(_value(arguments))]


def _value(arguments: Any) -> Any:
    """What arguments mean, however they are spelled."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _spent(calls: Iterable[str]) -> Refused:
    return _refused([_fault(call, "It was used before; a call is approved and made once.") for call in calls])


def _refused(faults: list[Fault]) -> Refused:
    return Refused("approval_not_valid", f"{faults[0].path}: {faults[0].message}. Nothing was called.", faults)


def _fault(call: str, remedy: str) -> Fault:
    return Fault("approval_not_valid", f"$.approvals.{call[:64]}", None, "this approval does not hold", remedy)
