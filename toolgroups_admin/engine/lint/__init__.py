"""Lint: pitfalls in documents that are legal (issue 4)."""

from .finding import Finding, LintRule, Severity, Words
from .linting import RULES, lint

__all__ = ["RULES", "Finding", "LintRule", "Severity", "Words", "lint"]
