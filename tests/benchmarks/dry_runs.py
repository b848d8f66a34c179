"""How long the dry-run page takes for its first answers, where the source has 1,000 groups.

It is measured in a process of its own with a database of its own, which has seen nothing before; CPU time of the thread
that answers, so that a busy machine counts for little.
"""

import gc
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING, Any

from tests.benchmarks.corpora import document, keyword_groups, message
from tests.benchmarks.engine import Figure

if TYPE_CHECKING:
    from django.http import HttpResponse

GROUPS = 1000
MOST_MS = 300
PAGE = "/admin/dryrun/"


def dry_run_figures() -> list[Figure]:
    """The first answer of a process, one after an edit of a group, and one where nothing changed."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"DATABASE_URL": f"sqlite:///{Path(folder) / 'db.sqlite3'}", "VAR_DIR": folder, "REDIS_URL": ""}
        command = [sys.executable, "-m", __name__, "10"]
        printed = subprocess.run(command, env={**os.environ, **own}, check=True, stdout=subprocess.PIPE).stdout
    first, edited, again = json.loads(printed.splitlines()[-1])
    return [
        Figure(f"dry run, {GROUPS:,} groups, first answer of a process", first, "ms", MOST_MS),
        Figure("  the first after an edit", edited, "ms", MOST_MS),
        Figure("  where nothing changed", again, "ms"),
    ]


def _main(times: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    ask = _asking(_with_groups())
    gc.collect()
    gc.freeze()  # as in production
    first = _milliseconds(ask)
    again = median(_milliseconds(ask) for _time in range(times))
    print(json.dumps([first, median(_after_an_edit(number, ask) for number in range(times)), again]))


def _with_groups() -> str:
    """A message that some of the groups look for, which are the draft now."""
    from toolgroups_admin.catalog.importing import apply_import, plan_import

    rng = random.Random(11)
    keywords = keyword_groups(rng, GROUPS)
    apply_import(plan_import(document(keywords)), by=None)
    return message(rng, 500, [rng.choice(words) for words in rng.sample(keywords, 4)])


def _asking(text: str) -> Callable[[], "HttpResponse"]:
    from django.test import Client

    from toolgroups_admin.accounts.models import User

    browser: Any = Client()
    browser.force_login(User.objects.create(username="ada", is_staff=True, is_superuser=True))
    browser.get("/admin/")  # the addresses and templates of all pages are read
    typed = {"source": "draft", "prompt": "p", "role": ["user"], "content": [text], "message_json": [""]}
    return lambda: browser.post(PAGE, typed, headers={"HX-Request": "true", "HX-Target": "answer"})


def _after_an_edit(number: int, ask: Callable[[], "HttpResponse"]) -> float:
    from toolgroups_admin.catalog.models import ToolGroup
    from toolgroups_admin.catalog.saving import save_with_history

    group = ToolGroup.objects.get(name="group-7")
    group.matcher = {"kind": "prompt_contains", "keywords": [f"edit {number}"]}
    save_with_history(group, by=None)
    return _milliseconds(ask)


def _milliseconds(ask: Callable[[], "HttpResponse"]) -> float:
    began = thread_time()
    answer = ask()
    took = (thread_time() - began) * 1000
    assert answer.status_code == 200
    assert b"dry-groups" in answer.content
    return took


if __name__ == "__main__":
    _main(int(sys.argv[1]))
