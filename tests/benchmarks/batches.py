"""How fast one worker does the lines of a batch: a chunk unpacked, every line judged, the result packed."""

import os
import random
from time import thread_time
from typing import TYPE_CHECKING, Any

import django

from tests.benchmarks.corpora import document, keyword_groups, message
from tests.benchmarks.engine import Figure

if TYPE_CHECKING:
    from toolgroups_admin.dryrun.batches.judging import Judge

CHUNK_LINES, CHUNKS, LEAST = 1000, 10, 5000


def batch_figures() -> list[Figure]:
    """Contexts a second and process of CPU time, at 1,000 groups and messages of 500 characters with four hits."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "toolgroups_admin.settings")
    django.setup()
    from toolgroups_admin.dryrun.batches.packing import packed

    rng = random.Random(11)
    keywords = keyword_groups(rng, 1_000)
    rows = [
        [line, [message(rng, 500, [rng.choice(words) for words in rng.sample(keywords, 4)]), f"user-{line}"]]
        for line in range(CHUNK_LINES)
    ]
    chunk = packed(rows)
    one, two = (_rate(_judge(keywords, sources), chunk) for sources in (1, 2))
    return [
        Figure("batch, 1,000 groups, one process", one, "/s", LEAST, at_least=True),
        Figure("  the same, two sources compared", two, "/s"),
    ]


def _judge(keywords: list[list[str]], sources: int) -> "Judge":
    from toolgroups_admin.dryrun.batches.columns import Mapping
    from toolgroups_admin.dryrun.batches.judging import Judge
    from toolgroups_admin.engine import compile_catalog

    mapping = Mapping(["text", "account"], ["user", "account_id"], "p")
    return Judge(mapping, [compile_catalog(document(keywords)) for _source in range(sources)])


def _rate(judge: Any, chunk: bytes) -> float:
    from toolgroups_admin.dryrun.batches.packing import packed, unpacked

    began = thread_time()
    for _chunk in range(CHUNKS):
        packed(judge.judged(unpacked(chunk)).result())
    return CHUNKS * CHUNK_LINES / (thread_time() - began)
