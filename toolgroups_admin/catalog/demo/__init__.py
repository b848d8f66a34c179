"""The demo: a document of a Chinese customer service, and chat contexts that try it."""

from pathlib import Path

DOCUMENT = Path(__file__).with_name("document.json")
CONTEXTS = Path(__file__).with_name("contexts.jsonl")
