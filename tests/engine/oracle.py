"""The plain evaluator: every group is asked, no index, no limits. Written from design §4 and §6, not from the engine."""

import re
from collections.abc import Callable, Mapping
from typing import Any

Json = Mapping[str, Any]
Kleene = bool | None

_JAVA_WHITE = re.compile("[\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]*")


def hits_of(document: Json, context: Json) -> list[str]:
    """The names of the groups that hit, in the prompt's order."""
    prompt = next(each for each in document["prompts"] if each["name"] == context["prompt"])
    groups = {group["name"]: group for group in document["groups"]}
    names = list(dict.fromkeys([*prompt.get("groups", []), *context.get("groups", [])]))
    oracle = _Oracle(document, context, prompt)
    return [name for name in names if oracle.is_hit(groups[name])]


class _Oracle:
    def __init__(self, document: Json, context: Json, prompt: Json) -> None:
        self.rules = {rule["name"]: rule["definition"] for rule in document.get("rules", [])}
        self.context = context
        self.prompt = prompt

    def is_hit(self, group: Json) -> bool:
        if not group.get("enabled", True):
            return False
        return self.verdict(group.get("matcher") or {"kind": "always"}) is True

    def verdict(self, rule: Json) -> Kleene:
        return _KINDS[rule["kind"]](self, rule)

    def all(self, rule: Json) -> Kleene:
        verdicts = [self.verdict(child) for child in rule["rules"]]
        return False if False in verdicts else None if None in verdicts else True

    def any(self, rule: Json) -> Kleene:
        verdicts = [self.verdict(child) for child in rule["rules"]]
        return True if True in verdicts else None if None in verdicts else False

    def negation(self, rule: Json) -> Kleene:
        verdict = self.verdict(rule["rule"])
        return None if verdict is None else not verdict

    def shared(self, rule: Json) -> Kleene:
        return self.verdict(self.rules[rule["name"]])

    def prompt_contains(self, rule: Json) -> Kleene:
        keywords = [word for word in rule["keywords"] if not _JAVA_WHITE.fullmatch(word)]
        lower: Callable[[str], str] = str.lower if rule.get("ignore_case") else str
        return any(lower(word) in lower(text) for text in self._texts(rule) for word in keywords)

    def prompt_matches(self, rule: Json) -> Kleene:
        return any(re.search(rule["pattern"], text) is not None for text in self._texts(rule))

    def condition(self, rule: Json) -> Kleene:
        value = self._field(rule["field"])
        if value is None:
            return False
        return _OPERATORS[rule["op"]](value, rule.get("value"), rule.get("ignore_case", False))

    def _texts(self, rule: Json) -> list[str]:
        scope = rule.get("scope", "last_user")
        roles = {"user", "assistant"} if scope == "conversation" else {"user"}
        messages = [message for message in self.context.get("messages", []) if message["role"] in roles]
        if scope == "last_user":
            messages = messages[-1:]
        if scope == "last_n_user":
            messages = messages[-rule["n"] :]
        return [text for message in messages if (text := _text(message.get("content"))) is not None]

    def _field(self, field: str) -> Any:
        if field == "user_text":
            texts = self._texts({})
            return texts[0] if texts else None
        if field == "model":
            model = self.context.get("options", {}).get("model")
            blank = model is None or (isinstance(model, str) and _JAVA_WHITE.fullmatch(model))
            return self.prompt.get("default_model") if blank else model
        if field.startswith("attributes."):
            return self.context.get("attributes", {}).get(field.removeprefix("attributes."))
        return self.context.get(field)


def _text(content: Any) -> Any:
    if not isinstance(content, list):
        return content
    texts = [part["text"] for part in content if part.get("type") in ("text", "input_text")]
    return "\n".join(texts) if texts else None


def _same(left: Any, right: Any, ignore_case: bool) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return left.lower() == right.lower() if ignore_case else left == right
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(_same(a, b, ignore_case) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key], ignore_case) for key in left)
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    return bool(numbers and left == right)


def _in(value: Any, wanted: Any, ignore_case: bool) -> Kleene:
    values = [value, *value] if isinstance(value, list) else [value]
    return any(_same(each, one, ignore_case) for each in values for one in wanted)


def _contains(value: Any, wanted: Any, ignore_case: bool) -> Kleene:
    if isinstance(value, list):
        return any(_same(each, wanted, ignore_case) for each in value)
    return _texts_only(lambda text, part: part in text)(value, wanted, ignore_case)


def _texts_only(holds: Callable[[str, str], bool]) -> Callable[[Any, Any, bool], Kleene]:
    def operator(value: Any, wanted: Any, ignore_case: bool) -> Kleene:
        if not isinstance(value, str) or not isinstance(wanted, str):
            return None
        return holds(value.lower(), wanted.lower()) if ignore_case else holds(value, wanted)

    return operator


_OPERATORS: dict[str, Callable[[Any, Any, bool], Kleene]] = {
    "exists": lambda value, wanted, ignore_case: True,
    "equals": _same,
    "in": _in,
    "contains": _contains,
    "starts_with": _texts_only(str.startswith),
    "ends_with": _texts_only(str.endswith),
}

_KINDS: dict[str, Callable[[_Oracle, Json], Kleene]] = {
    "always": lambda oracle, rule: True,
    "prompt_contains": _Oracle.prompt_contains,
    "prompt_matches": _Oracle.prompt_matches,
    "condition": _Oracle.condition,
    "rule": _Oracle.shared,
    "all": _Oracle.all,
    "any": _Oracle.any,
    "not": _Oracle.negation,
}
