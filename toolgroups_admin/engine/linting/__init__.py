"""Lint: pitfalls in documents that are legal (issue 4)."""

from .documents import RULES, lint
from .finding import Finding, LintRule, Severity, Words

__all__ = ["RULES", "Finding", "LintRule", "Severity", "Words", "lint"]
