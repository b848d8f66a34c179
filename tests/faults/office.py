"""Somebody who edits and publishes: a task a line on standard input, and a line of JSON for each when it is done."""

import json
import sys
import time
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402  (Django must know its apps first)
from django.db import connection  # noqa: E402

from tests.faults.documents import WORDS, document, numbered, rule_of, turn_of  # noqa: E402
from toolgroups_admin.catalog.importing import apply_import, plan_import  # noqa: E402
from toolgroups_admin.catalog.models import (  # noqa: E402
    Fragment,
    Kind,
    Prompt,
    PromptGroup,
    PromptTool,
    Tool,
    ToolGroup,
)
from toolgroups_admin.catalog.saving import save_with_history  # noqa: E402
from toolgroups_admin.releases.keys import make_key, revoke  # noqa: E402
from toolgroups_admin.releases.models import APIKey, Environment, Publication, Release, ReleaseFragment  # noqa: E402
from toolgroups_admin.releases.publishing import publish  # noqa: E402
from toolgroups_admin.releases.switching import lift, switch_off, switched_off_now  # noqa: E402


def main() -> None:
    """Does what is asked, task by task."""
    for line in sys.stdin:
        task, given = json.loads(line)
        connection.close()  # the database may have been away since the last task
        print(json.dumps(TASKS[task](**given)), flush=True)


def open_shop(*, objects: int, groups: int) -> str:
    """Makes the tables, publishes release 1, and returns the token of a key."""
    call_command("migrate", verbosity=0)
    apply_import(plan_import(document(objects=objects, groups=groups)), by=None)
    publish(production(), by=None)
    return make("till")


def publish_next(*, objects: int, times: int = 1) -> dict[str, Any]:
    """Publishes the numbered prompt with the next number, so many times; says the last release and when it was made live.

    That is a moment before the transaction ended, so what is measured from it is too long rather than too short.
    """
    prompt = Prompt.objects.get(name="numbered")
    for _ in range(times):
        state = numbered(turn_of(prompt.system_message) + 1, objects)
        prompt.system_message = state["system_message"]
        PromptTool.objects.filter(prompt=prompt).update(tool=Tool.objects.get(key=state["tools"][0]))
        PromptGroup.objects.filter(prompt=prompt).update(group=ToolGroup.objects.get(name=state["groups"][0]))
        save_with_history(prompt, by=None)
        publish(production(), by=None)
    return {"number": last(), "at": Publication.objects.latest("id").at.timestamp()}


def flip(*, times: int) -> dict[str, Any]:
    """Saves the rule of the group `weather` with the other word and publishes it, so many times; says how it ended."""
    group = ToolGroup.objects.get(name="weather")
    for _ in range(times):
        [word] = {*WORDS} - {*group.matcher["keywords"]}
        group.matcher = rule_of(word)
        save_with_history(group, by=None)
        publish(production(), by=None)
    return {"number": last(), "word": word}


def turn_off() -> float:
    """Switches the group `weather` off, and says when."""
    return switch_off(production(), Kind.GROUP, "weather", reason="a test", by=None).at.timestamp()


def turn_on() -> float:
    """Lifts that, and says when."""
    begun = time.time()
    for switch in switched_off_now():
        lift(switch, by=None)
    return begun


def make(name: str) -> str:
    """Makes a key and returns its token."""
    return make_key(production(), name=name, scopes=["resolve", "explain"], by=None)[1]


def end(name: str) -> None:
    """Revokes a key."""
    revoke(APIKey.objects.get(name=name), by=None)


def sizes() -> dict[str, int]:
    """How many rows the tables of releases have, and how many bytes they take."""
    tables = {model._meta.db_table: model._default_manager.count() for model in (Release, ReleaseFragment, Fragment)}
    with connection.cursor() as cursor:
        for table in list(tables):
            cursor.execute("VACUUM ANALYZE " + table)
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            tables[f"{table}, bytes"] = cursor.fetchone()[0]
    return tables


def production() -> Environment:
    return Environment.objects.get(name="production")


def last() -> int:
    """The number of the last release."""
    return Release.objects.latest("number").number


TASKS: dict[str, Any] = {
    task.__name__: task for task in (open_shop, publish_next, flip, turn_off, turn_on, make, end, sizes)
}

if __name__ == "__main__":
    main()
