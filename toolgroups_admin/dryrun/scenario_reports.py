"""The results of scenarios for the command line: as text, as JSON, and as JUnit's XML for CI."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from .checking import Checked

FORMATS = ("text", "json", "junit")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(results: Sequence[Checked], format: str, *, source: str) -> str:
    """All results in one of the formats; `source` says what they were checked against."""
    if format == "json":
        return json.dumps(_json(results, source), ensure_ascii=False, indent=2)
    return _junit(results, source) if format == "junit" else "\n".join(_lines(results))


def headline(results: Sequence[Checked]) -> str:
    """How many fail, in one line."""
    failing = sum(not result.passed for result in results)
    number = f"{len(results)} scenario" if len(results) == 1 else f"{len(results)} scenarios"
    return f"{failing} of {number} failed" if failing else f"{number} passed"


def _lines(results: Sequence[Checked]) -> Iterator[str]:
    for result in results:
        if not result.passed:
            yield f"FAILED {result.scenario.name}"
            for failure in result.failures:
                yield f"  {failure.words}"
                yield from (f"    {why}" for why in failure.why)
    yield headline(results)


def _json(results: Sequence[Checked], source: str) -> dict[str, Any]:
    return {
        "source": source,
        "passed": sum(result.passed for result in results),
        "failed": sum(not result.passed for result in results),
        "scenarios": [
            {
                "name": result.scenario.name,
                "prompt": result.scenario.prompt,
                "passed": result.passed,
                "failures": [
                    {"code": each.code, "subject": each.subject, "words": each.words, "why": list(each.why)}
                    for each in result.failures
                ],
            }
            for result in results
        ],
    }


def _junit(results: Sequence[Checked], source: str) -> str:
    failing = sum(not result.passed for result in results)
    counts = {"tests": str(len(results)), "failures": str(failing), "errors": "0"}
    suite = ElementTree.Element("testsuite", {"name": _xml(f"scenarios against {source}"), **counts})
    for result in results:
        name, prompt = _xml(result.scenario.name), _xml(result.scenario.prompt)
        case = ElementTree.SubElement(suite, "testcase", name=name, classname=prompt)
        if not result.passed:
            lines = [line for failure in result.failures for line in (failure.words, *failure.why)]
            failure = ElementTree.SubElement(case, "failure", message=_xml(lines[0]))
            failure.text = _xml("\n".join(lines))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def _xml(text: str) -> str:
    """The text without what XML cannot hold."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
