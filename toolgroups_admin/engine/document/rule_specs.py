"""The shape of rules in a document: one class a kind, members in canonical order."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

SCOPES = ("last_user", "all_user", "last_n_user", "conversation")
Scope = Literal["last_user", "all_user", "last_n_user", "conversation"]
Operator = Literal[
    "exists", "equals", "in", "contains", "starts_with", "ends_with", "matches", "gt", "gte", "lt", "lte"
]
Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class Spec(BaseModel):
    """Strict, closed and immutable: what a document says, before it means anything."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, validate_by_name=False, validate_by_alias=True)


class NodeSpec(Spec):
    """What every rule node has; `id` is unique in its tree, and its path stands in where there is none."""

    kind: str
    id: str | None = None
    note: str = ""


class Scoped(NodeSpec):
    """A node that reads messages."""

    scope: Scope = "last_user"
    n: Annotated[int, Field(ge=1, le=2000)] | None = None  # only with scope last_n_user, and required there


class AlwaysSpec(NodeSpec):
    kind: Literal["always"]


class PromptContainsSpec(Scoped):
    kind: Literal["prompt_contains"]
    keywords: list[str]
    ignore_case: bool = False


class PromptMatchesSpec(Scoped):
    kind: Literal["prompt_matches"]
    pattern: str


class ConditionSpec(NodeSpec):
    kind: Literal["condition"]
    field: str
    op: Operator
    value: Any = None  # required by every operator but `exists`, where it is refused; null is refused
    ignore_case: bool = False


class ExpressionSpec(NodeSpec):
    kind: Literal["expression"]
    expression: str


class PythonSpec(NodeSpec):
    kind: Literal["python"]
    name: str
    args: dict[str, Any] = {}


class SharedSpec(NodeSpec):
    kind: Literal["rule"]
    name: str


class RolloutSpec(NodeSpec):
    kind: Literal["rollout"]
    percent: int | float
    by: str
    salt: str


class WindowSpec(Spec):
    days: list[Day]
    start: str
    end: str


class ScheduleSpec(NodeSpec):
    kind: Literal["schedule"]
    from_: Annotated[str | None, Field(alias="from")] = None
    until: str | None = None
    weekly: list[WindowSpec] = []
    timezone: str | None = None


class AllSpec(NodeSpec):
    kind: Literal["all"]
    rules: list["RuleSpec"]


class AnySpec(NodeSpec):
    kind: Literal["any"]
    rules: list["RuleSpec"]


class NotSpec(NodeSpec):
    kind: Literal["not"]
    rule: "RuleSpec"


RuleSpec = Annotated[
    AlwaysSpec
    | PromptContainsSpec
    | PromptMatchesSpec
    | ConditionSpec
    | ExpressionSpec
    | PythonSpec
    | SharedSpec
    | RolloutSpec
    | ScheduleSpec
    | AllSpec
    | AnySpec
    | NotSpec,
    Field(discriminator="kind"),
]
