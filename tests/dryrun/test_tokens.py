"""Tokens of what is sent, and of what the groups that missed would have added."""

import sys

from tests.dryrun.scenarios import shop
from toolgroups_admin.dryrun.tokens import ENCODING, count, tokens_of
from toolgroups_admin.engine import compile_catalog, parse_context, resolve

CATALOG = compile_catalog(shop())


def tokens(text: str) -> tuple[int, int]:
    context = parse_context({"prompt": "p", "messages": [{"role": "user", "content": text}]})
    found = tokens_of(resolve(CATALOG, context), CATALOG, "openai")
    assert found.encoding == ENCODING
    return found.sent, found.saved


def test_words_are_counted_as_the_encoding_cuts_them() -> None:
    assert [count(""), count("hello world"), count("天气"), count(b"hello world")] == [0, 2, 1, 2]


def test_only_the_counter_is_loaded_and_not_the_vocabularies_around_it() -> None:
    assert count("never counted before") == 3
    assert "bpe_openai" not in sys.modules


def test_a_marker_of_the_encoding_is_text_like_any_other() -> None:
    assert count("<|endoftext|>") > 1


def test_what_is_sent_grows_by_what_is_no_longer_saved() -> None:
    (few, saved), (many, saved_less) = tokens("hi"), tokens("天气 订单")

    assert few < many
    assert saved > saved_less > 0
    assert abs((many - few) - (saved - saved_less)) <= 4  # the line breaks between prompts
