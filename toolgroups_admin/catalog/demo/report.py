"""The demo contexts resolved, and told for a terminal: who hit, why the others missed, what the model gets."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.management.color import Style

from toolgroups_admin.engine import (
    ChatContext,
    Explanation,
    Resolution,
    compile_catalog,
    decode_json,
    explanation_json,
    in_format,
    parse_context,
    resolve,
)

from ..resolving_lines import request_json
from ..wording import why_missed
from .layout import laid_out

COLUMNS = 110


def demo_report(document: Mapping[str, Any], lines: Iterable[bytes], style: Style) -> Iterator[str]:
    """Lines of text about each context resolved against the document, coloured by the style."""
    catalog = compile_catalog(document)
    for line in lines:
        context = parse_context(decode_json(line))
        resolution = resolve(catalog, context, explain=True)
        yield from _heading(context, style)
        yield from _verdicts(resolution.explanation, document, style)
        yield from _tools(resolution, style)
        yield from _request(resolution, style)


def _heading(context: ChatContext, style: Style) -> Iterator[str]:
    yield style.MIGRATE_HEADING(f"── {context.conversation_id} ".ljust(COLUMNS, "─"))
    for message in context.messages:
        yield f"  {message['role']:<10} {message['content']}"
    facts = {
        "account": context.account_id,
        "model": context.options.get("model"),
        **{f"attributes.{name}": value for name, value in context.attributes.items()},
    }
    known = "   ".join(f"{name}={_plain(value)}" for name, value in facts.items() if value is not None)
    yield f"  {'known':<10} {known or 'no account, no model, no attributes'}"
    yield ""


def _verdicts(explanation: Explanation | None, document: Mapping[str, Any], style: Style) -> Iterator[str]:
    paint = {"hit": style.SUCCESS, "miss": style.WARNING}
    for group in explanation_json(explanation)["groups"] if explanation else ():
        verdict = paint.get(group["verdict"], style.ERROR)(f"{group['verdict']:<8}")
        first, *more = [""] if group["verdict"] == "hit" else why_missed(group, document)
        yield f"  {verdict} {group['name']:<16} {first}".rstrip()
        yield from (f"{'':<28}{reason}" for reason in more)
    yield ""


def _tools(resolution: Resolution, style: Style) -> Iterator[str]:
    for offer in resolution.offers:
        yield f"  {style.SUCCESS('tool    ')} {offer.tool.name:<20} from {offer.source}"
    for notice in resolution.warnings:
        yield f"  {style.WARNING('warning ')} {notice.path} {notice.detail}"
    yield ""


def _request(resolution: Resolution, style: Style) -> Iterator[str]:
    yield f"  {style.MIGRATE_LABEL('model request')} (openai)"
    members = {"messages": list(resolution.messages), **request_json(in_format(resolution, "openai"))}
    for line in laid_out(members, columns=COLUMNS - 4):
        yield f"    {line}"
    yield ""


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
