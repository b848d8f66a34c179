"""A few objects of every kind that a list shows, or thousands of them."""

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db.models import Model
from django.utils import timezone

from toolgroups_admin.accounts.models import User
from toolgroups_admin.catalog.models import (
    Change,
    Fragment,
    GroupTool,
    Kind,
    MatcherRule,
    Prompt,
    PromptGroup,
    Tool,
    ToolGroup,
)
from toolgroups_admin.dryrun.batch_models import Batch
from toolgroups_admin.dryrun.models import DryRun, Scenario
from toolgroups_admin.gateway.models import ModelProvider
from toolgroups_admin.releases.models import (
    APIKey,
    Connection,
    Environment,
    Publication,
    PublishRequest,
    Release,
    Switch,
    ToolContext,
)
from toolgroups_admin.traffic.models import ToolCall

FEW = 2
LONG = "x" * 50_000
RULE = {"kind": "prompt_contains", "keywords": ["x"]}
STATE = "0" * 64
ROWS_AT_ONCE = 100


def few() -> None:
    """Two of each kind."""
    Fragment.objects.create(digest=STATE, text="{}")
    for _most, rows in KINDS:
        _make(rows(range(FEW)))


def many() -> None:
    """2,000 groups and 300 prompts with texts of 50 KB, 5,000 tools, and hundreds of all else."""
    for most, rows in KINDS:
        _make(rows(range(FEW, most)))


def _make(rows: Iterable[Model]) -> None:
    made = list(rows)
    type(made[0])._default_manager.bulk_create(made, batch_size=ROWS_AT_ONCE)


def _keys(model: type[Model]) -> list[int]:
    return list(model._default_manager.order_by("pk").values_list("pk", flat=True))


def _tools(numbers: range) -> Iterable[Model]:
    return (
        Tool(key=f"tool-{number}", description=LONG[:2000], owner=f"team-{number % 7}", tags=[f"t{number % 9}"])
        for number in numbers
    )


def _rules(numbers: range) -> Iterable[Model]:
    return (MatcherRule(name=f"rule-{number}", definition=RULE) for number in numbers)


def _groups(numbers: range) -> Iterable[Model]:
    return (ToolGroup(name=f"group-{number}", system_prompt=LONG, matcher=RULE) for number in numbers)


def _prompts(numbers: range) -> Iterable[Model]:
    return (Prompt(name=f"prompt-{number}", system_message=LONG) for number in numbers)


def _tools_of_groups(numbers: range) -> Iterable[Model]:
    tools, groups = _keys(Tool), _keys(ToolGroup)
    return (GroupTool(group_id=groups[number], tool_id=tools[number], position=0) for number in numbers)


def _groups_of_prompts(numbers: range) -> Iterable[Model]:
    prompts, groups = _keys(Prompt), _keys(ToolGroup)
    return (PromptGroup(prompt_id=prompts[number], group_id=groups[number], position=0) for number in numbers)


def _changes(numbers: range) -> Iterable[Model]:
    by = User.objects.first()
    return (Change(kind=Kind.GROUP, identity=f"group-{number}", after_id=STATE, by=by) for number in numbers)


def _scenarios(numbers: range) -> Iterable[Model]:
    context = {"prompt": "prompt-1", "messages": [{"role": "user", "content": LONG[:5000]}]}
    expected = {"hits": ["group-1"]}
    return (
        Scenario(name=f"scenario-{number}", prompt="prompt-1", context=context, expectations=expected)
        for number in numbers
    )


def _dry_runs(numbers: range) -> Iterable[Model]:
    by, expires = User.objects.first(), timezone.now() + timedelta(days=1)
    return (DryRun(prompt="prompt-1", source="draft", context=LONG, by=by, expires_at=expires) for _number in numbers)


def _batches(numbers: range) -> Iterable[Model]:
    by, expires = User.objects.first(), timezone.now() + timedelta(days=1)
    return (Batch(name=f"batch-{number}", prompt="prompt-1", by=by, expires_at=expires) for number in numbers)


def _people(numbers: range) -> Iterable[Model]:
    return (User(username=f"person-{number}") for number in numbers)


def _releases(numbers: range) -> Iterable[Model]:
    return (Release(number=number + 1, format=1, digest=STATE, author=User.objects.first()) for number in numbers)


def _publications(numbers: range) -> Iterable[Model]:
    [environment, *_], releases, by = Environment.objects.all(), _keys(Release), User.objects.first()
    return (
        Publication(environment=environment, release_id=releases[number], action="publish", by=by) for number in numbers
    )


def _api_keys(numbers: range) -> Iterable[Model]:
    [environment, *_], by = Environment.objects.all(), User.objects.first()
    return (
        APIKey(environment=environment, name=f"key-{number}", digest=f"{number:064}", scopes=["resolve"], created_by=by)
        for number in numbers
    )


def _switches(numbers: range) -> Iterable[Model]:
    [environment, *_], by, now = Environment.objects.all(), User.objects.first(), timezone.now()
    return (
        Switch(environment=environment, kind=Kind.TOOL, identity=f"tool-{number}", by=by, lifted_by=by, lifted_at=now)
        for number in numbers
    )


def _connections(numbers: range) -> Iterable[Model]:
    [environment, *_] = Environment.objects.all()
    return (Connection(environment=environment, name=f"connection-{number}", url="https://x/") for number in numbers)


def _providers(numbers: range) -> Iterable[Model]:
    [environment, *_] = Environment.objects.all()
    return (ModelProvider(environment=environment, name=f"provider-{number}", url="https://x/") for number in numbers)


def _tool_contexts(numbers: range) -> Iterable[Model]:
    [environment, *_] = Environment.objects.all()
    return (ToolContext(environment=environment, prompt=f"prompt-{number}") for number in numbers)


def _requests(numbers: range) -> Iterable[Model]:
    [environment, *_], by = Environment.objects.all(), User.objects.first()
    return (
        PublishRequest(environment=environment, base=1, digest=STATE, by=by, state="cancelled") for _number in numbers
    )


def _tool_calls(numbers: range) -> Iterable[Model]:
    key, sizes = APIKey.objects.first(), {"milliseconds": 1, "argument_bytes": 1, "answer_bytes": 1}
    return (ToolCall(at=timezone.now(), tool=f"tool-{number}", key=key, outcome="ok", **sizes) for number in numbers)


KINDS: Iterable[tuple[int, Callable[[range], Iterable[Model]]]] = (
    (100, _people),
    (5000, _tools),
    (1000, _rules),
    (2000, _groups),
    (300, _prompts),
    (2000, _tools_of_groups),
    (300, _groups_of_prompts),
    (2000, _changes),
    (1000, _scenarios),
    (300, _dry_runs),
    (300, _batches),
    (100, _releases),
    (100, _publications),
    (300, _api_keys),
    (300, _switches),
    (300, _connections),
    (300, _providers),
    (300, _tool_contexts),
    (300, _requests),
    (5000, _tool_calls),
)
