"""How common the keywords of rules are in the chats of scenarios: evidence for lint."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from toolgroups_admin.catalog.models import MatcherRule, PromptGroup
from toolgroups_admin.engine import text_of

from .models import Scenario

FEWEST_CHATS = 10
MOST_CHATS = 200  # of all prompts, the latest
MOST_CHARACTERS = 1_000  # of a message
COMMON = 0.5  # below, no share is worked out exactly
END = "\0"

Messages = list[Any]


class Search(NamedTuple):
    """Keywords are looked for in one way: where, and whether case counts."""

    scope: str
    n: int | None
    ignore_case: bool


class Keyword(NamedTuple):
    """A keyword of a rule, looked for in one way."""

    text: str
    search: Search


def keyword_shares() -> Mapping[str, float] | None:
    """The share of chats in which a keyword is found, for those that are found in most; None when too few are known.

    What counts for a keyword are the chats of the prompts whose groups look for it, if there are ten or more.
    """
    chats = _chats()
    if sum(map(len, chats.values())) < FEWEST_CHATS:
        return None
    shares: dict[str, float] = {}
    for prompts, keywords in _together(_looked_for(list(chats))):
        asked = [messages for prompt in prompts for messages in chats[prompt]]
        if len(asked) >= FEWEST_CHATS:
            for text, share in _common(keywords, asked):
                shares[text] = max(share, shares.get(text, 0.0))
    return shares


def _chats() -> Mapping[str, list[Messages]]:
    """The messages of the latest scenarios, by prompt."""
    found: dict[str, list[Messages]] = defaultdict(list)
    for prompt, context in Scenario.objects.order_by("-updated_at").values_list("prompt", "context")[:MOST_CHATS]:
        found[prompt].append([message for message in context.get("messages", ()) if isinstance(message, dict)])
    return found


def _looked_for(prompts: Sequence[str]) -> Mapping[Keyword, set[str]]:
    """The keywords of the groups of prompts, each with the prompts that look for it."""
    shared = dict(MatcherRule.objects.order_by().values_list("name", "definition"))
    rules = PromptGroup.objects.order_by().filter(prompt__name__in=prompts, group__enabled=True)
    found: dict[Keyword, set[str]] = defaultdict(set)
    for prompt, rule in rules.values_list("prompt__name", "group__matcher"):
        for keyword in _keywords(rule, shared):
            found[keyword].add(prompt)
    return found


def _keywords(rule: Any, shared: Mapping[str, Any]) -> Iterator[Keyword]:
    """The keywords anywhere in a rule, also in the shared rules that it names."""
    waiting, named = [rule], set[str]()
    while waiting:
        match waiting.pop():
            case {"kind": "prompt_contains", "keywords": keywords} as node:
                search = Search(node.get("scope", "last_user"), node.get("n"), node.get("ignore_case", False))
                yield from (Keyword(text, search) for text in keywords if text.strip())
            case {"kind": "rule", "name": name} if name not in named:
                named.add(name)
                waiting.append(shared.get(name))
            case {"rules": below}:
                waiting += below
            case {"rule": below}:
                waiting.append(below)


def _together(looked_for: Mapping[Keyword, set[str]]) -> Iterator[tuple[frozenset[str], list[Keyword]]]:
    """The keywords that the same prompts look for."""
    found: dict[frozenset[str], list[Keyword]] = defaultdict(list)
    for keyword, prompts in looked_for.items():
        found[frozenset(prompts)].append(keyword)
    yield from found.items()


def _common(keywords: Sequence[Keyword], chats: Sequence[Messages]) -> Iterator[tuple[str, float]]:
    """Those of the keywords that are found in most of the chats, with their share.

    Counting in all chats at once is quick, and tells the many keywords that cannot be common.
    """
    read: dict[Search, tuple[list[str], str]] = {}
    for text, search in keywords:
        if search not in read:
            texts = [_text(messages, search) for messages in chats]
            read[search] = texts, END.join(texts)
        texts, whole = read[search]
        wanted = text.lower() if search.ignore_case else text
        if whole.count(wanted) > COMMON * len(chats):
            yield text, sum(wanted in each for each in texts) / len(chats)


def _text(messages: Messages, search: Search) -> str:
    """What is looked through in a chat."""
    roles = ("user", "assistant") if search.scope == "conversation" else ("user",)
    said = [message for message in messages if message.get("role") in roles]
    last = {"last_user": 1, "last_n_user": search.n or 1}.get(search.scope, len(said))
    texts = [(text_of(message) or "")[:MOST_CHARACTERS] for message in said[-last:] if last]
    text = END.join(texts)
    return text.lower() if search.ignore_case else text
