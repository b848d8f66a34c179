"""Which messages a node reads."""

from ..document.rule_specs import Scoped
from ..faults import gettext_noop
from ..paths import at
from .compiling import Compiling


def is_scope_whole(spec: Scoped, path: str, compiling: Compiling) -> bool:
    """True when `n` is given with scope `last_n_user` and with no other one; otherwise a fault was noted."""
    if spec.scope == "last_n_user" and spec.n is None:
        compiling.fault(
            "missing_n",
            at(path, "n"),
            None,
            gettext_noop("Scope last_n_user does not say how many messages it reads"),
            gettext_noop("Add n, a whole number from 1 to 2000."),
        )
        return False
    if spec.scope != "last_n_user" and spec.n is not None:
        compiling.fault(
            "unexpected_n",
            at(path, "n"),
            spec.n,
            gettext_noop("Scope {scope} takes no n"),
            gettext_noop("Remove n, or choose the scope last_n_user."),
            scope=spec.scope,
        )
        return False
    return True


def key_scope(scope: str) -> str:
    """The scope of the node's access keys: they know no `n`, and what the last n messages hold all of them hold."""
    return "all_user" if scope == "last_n_user" else scope
