"""The last step of a schema on its way to a provider: what its format needs at the root and below."""

from collections.abc import Mapping
from typing import Any

from .keywords import has_type, rebuilt
from .limits import Limits
from .repairs import PARAMETERS, Path, Repairs, Unsendable

_TURNING = frozenset({"contains", "if", "not", "oneOf"})


def fitted(schema: Mapping[str, Any], limits: Limits, repairs: Repairs) -> dict[str, Any]:
    """A schema in normal form with an object root, as the format takes it.

    An optional parameter whose name is refused is dropped; a required one raises `Unsendable`: `property_key_refused`.
    """
    result: dict[str, Any] = _Fitting(limits, repairs).visit(schema, PARAMETERS)
    return result


class _Fitting:
    def __init__(self, limits: Limits, repairs: Repairs) -> None:
        self._limits = limits
        self._repairs = repairs

    def visit(self, schema: Any, path: Path) -> Any:
        if isinstance(schema, bool):
            return schema
        members = dict(schema)
        if self._limits.required_known and "required" in members:
            if _turns_round(path):
                self._name_required(members, path)
            else:
                self._drop_unknown_required(members, path)
        self._drop_refused_keys(members, path)
        if "const" in members and not self._limits.const:
            self._repairs.note("const_as_enum", (*path, "const"), "`const` became an `enum` of one value")
            members["enum"] = [members.pop("const")]
        if self._limits.items_needed and "items" not in members and has_type(members, "array"):
            self._repairs.note("items_added", path, "an array must say what is in it: `items: {}` was added")
            members["items"] = {}
        return rebuilt(members, path, self.visit)

    def _drop_refused_keys(self, members: dict[str, Any], path: Path) -> None:
        allowed = self._limits.property_key
        if (
            allowed is None
            or "properties" not in members
            or not (path == PARAMETERS or self._limits.nested_property_key)
        ):
            return
        for name in members["properties"]:
            if not allowed.match(name):
                self._refuse_key(name, name in members.get("required", ()), (*path, "properties", name))
        members["properties"] = {name: below for name, below in members["properties"].items() if allowed.match(name)}

    def _refuse_key(self, name: str, required: bool, path: Path) -> None:
        if required or _turns_round(path):
            needed = "required parameter" if required else "parameter of a condition"
            raise Unsendable("property_key_refused", path, f"the {needed} {name!r} has a name that is refused")
        self._repairs.note(
            "property_dropped", path, f"the optional parameter {name!r} has a name that is refused; it was dropped"
        )

    def _name_required(self, members: dict[str, Any], path: Path) -> None:
        """Names as properties what is required and none yet, each judged as it was judged before."""
        properties = members.get("properties", {})
        named = {
            name: members.get("additionalProperties", {}) for name in members["required"] if name not in properties
        }
        if named and "additionalProperties" in members and "patternProperties" in members:
            detail = f"required in a condition, yet no property: {', '.join(named)}"
            raise Unsendable("required_dropped", (*path, "required"), detail)
        if named:
            members["properties"] = {**properties, **named}

    def _drop_unknown_required(self, members: dict[str, Any], path: Path) -> None:
        required = members.pop("required")
        known = [name for name in required if name in members.get("properties", {})]
        if known:
            members["required"] = known
        if len(known) < len(required):
            unknown = ", ".join(name for name in required if name not in known)
            self._repairs.note("required_dropped", (*path, "required"), f"required, yet no property: {unknown}")


def _turns_round(path: Path) -> bool:
    """Whether a schema here that lets more pass may make the whole let less pass."""
    return not _TURNING.isdisjoint(path)
