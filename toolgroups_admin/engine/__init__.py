"""The front door of the engine: everything that other rooms may use."""

from .bounds import Bounds
from .catalog import Catalog, Group, Offer, Prompt, Tool
from .compiled_objects import Part
from .compiling import compile_catalog
from .context import ChatContext, RequestFacts
from .document import (
    Fragment,
    assemble,
    canonical_document,
    canonical_text,
    document_digest,
    fragment_of,
    fragments,
)
from .errors import (
    EngineError,
    InterceptorFailed,
    Invalid,
    InvalidContext,
    InvalidDocument,
    UnknownGroup,
    UnknownName,
    UnknownPrompt,
    UnknownTool,
)
from .faults import Fault
from .formats import (
    FORMATS,
    Definition,
    ModelRequest,
    UnknownFormat,
    definition_of,
    hidden_characters,
    in_format,
    problems_of,
)
from .incremental import IncrementalCompiler
from .interceptors import Interceptor
from .linting import RULES as LINT_RULES
from .linting import Finding, LintRule, Words, lint
from .notice import Notice
from .presenting import explanation_json, notices_json, tool_info_encoded, tool_info_json
from .reading_contexts import parse_context
from .reading_json import MalformedJSON, decode_document, decode_json
from .resolution import ExplainedGroup, ExplainedNode, ExplainedTool, Explanation, Resolution
from .resolving import resolve
from .rule import Span
from .rules.reasons import REASONS
from .rules.registered import matcher, registered_matchers
from .switching import with_switches
from .texts import text_of

__all__ = [
    "FORMATS",
    "LINT_RULES",
    "REASONS",
    "Bounds",
    "Catalog",
    "ChatContext",
    "Definition",
    "EngineError",
    "ExplainedGroup",
    "ExplainedNode",
    "ExplainedTool",
    "Explanation",
    "Fault",
    "Finding",
    "Fragment",
    "Group",
    "IncrementalCompiler",
    "Interceptor",
    "InterceptorFailed",
    "Invalid",
    "InvalidContext",
    "InvalidDocument",
    "LintRule",
    "MalformedJSON",
    "ModelRequest",
    "Notice",
    "Offer",
    "Part",
    "Prompt",
    "RequestFacts",
    "Resolution",
    "Span",
    "Tool",
    "UnknownFormat",
    "UnknownGroup",
    "UnknownName",
    "UnknownPrompt",
    "UnknownTool",
    "Words",
    "assemble",
    "canonical_document",
    "canonical_text",
    "compile_catalog",
    "decode_document",
    "decode_json",
    "definition_of",
    "document_digest",
    "explanation_json",
    "fragment_of",
    "fragments",
    "hidden_characters",
    "in_format",
    "lint",
    "matcher",
    "notices_json",
    "parse_context",
    "problems_of",
    "registered_matchers",
    "resolve",
    "text_of",
    "tool_info_encoded",
    "tool_info_json",
    "with_switches",
]
