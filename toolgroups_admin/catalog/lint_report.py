"""Findings for a terminal and for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from toolgroups_admin.engine import LINT_RULES, Finding

SEVERITIES = ("error", "warning", "note")


def report_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """The findings of each object under its name, then how many there are."""
    for (kind, identity), its in groupby(findings, key=lambda finding: (finding.kind, finding.identity)):
        yield f"{kind} {identity}"
        for finding in its:
            yield f"  {finding.severity}: {LINT_RULES[finding.rule].title} [{finding.rule}] at {finding.path}"
            yield f"    {finding.message}"
            yield f"    → {finding.remedy}"
        yield ""
    yield headline(findings)


def headline(findings: Sequence[Finding]) -> str:
    """How many findings there are of each severity."""
    counts = counts_of(findings)
    return ", ".join(f"{counts[severity]} {severity}{'' if counts[severity] == 1 else 's'}" for severity in SEVERITIES)


def counts_of(findings: Sequence[Finding]) -> dict[str, int]:
    """The number of findings by severity."""
    counted = Counter(finding.severity for finding in findings)
    return {severity: counted[severity] for severity in SEVERITIES}  # type: ignore[index]


def report_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """The findings as plain JSON."""
    return {"counts": counts_of(findings), "findings": [_finding_json(finding) for finding in findings]}


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "kind": finding.kind,
        "identity": finding.identity,
        "field": finding.field,
        "path": finding.path,
        "title": LINT_RULES[finding.rule].title,
        "message": finding.message,
        "remedy": finding.remedy,
        "params": dict(finding.params),
    }
