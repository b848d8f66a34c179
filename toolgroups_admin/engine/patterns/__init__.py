"""Patterns as Java and its users write them, found by the `regex` library (contract 3)."""

from .compiling import JavaPattern, compile_pattern
from .faults import PatternFault

__all__ = ["JavaPattern", "PatternFault", "compile_pattern"]
