"""Expressions in CEL: their syntax tree, their bounds, what they see of a request, and their evaluation."""
