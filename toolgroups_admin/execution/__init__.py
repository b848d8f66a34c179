"""The front door of execution: calling tools, and going out to other machines safely."""

from .allowing import AllowList, InvalidAllowEntry
from .answer_paths import BadAnswerPath, answer_path
from .calls import (
    Answer,
    Asked,
    CallResult,
    Listener,
    Processor,
    ToolCall,
    ToolCallsFailed,
    ToolExecutionResult,
    ToolFailed,
    TurnLimitReached,
)
from .chatting import Chat, arun_chat, run_chat
from .circuits import CircuitBreaker
from .clients import async_guarded_client, guarded_client
from .commands import StdioCommand
from .connections import APIKeyAuth, Auth, BasicAuth, BearerAuth, ClientCredentials, Connection
from .converting import Image
from .discovering import DiscoveryFailed, discovered
from .functions import Functions, FunctionTool, function_tool, tool, tools_of
from .guard import AddressRefused
from .interception import CallInterceptor, Proceed
from .limits import Limits
from .manager import ToolCallingManager, manager
from .policy import ErrorPolicy
from .preparing import tool_context_of
from .shapes import calls_of
from .showing import shown_request
from .signatures import ToolContext, Undescribable
from .streaming import StreamedMessage, assembled

__all__ = [
    "APIKeyAuth",
    "AddressRefused",
    "AllowList",
    "Answer",
    "Asked",
    "Auth",
    "BadAnswerPath",
    "BasicAuth",
    "BearerAuth",
    "CallInterceptor",
    "CallResult",
    "Chat",
    "CircuitBreaker",
    "ClientCredentials",
    "Connection",
    "DiscoveryFailed",
    "ErrorPolicy",
    "FunctionTool",
    "Functions",
    "Image",
    "InvalidAllowEntry",
    "Limits",
    "Listener",
    "Proceed",
    "Processor",
    "StdioCommand",
    "StreamedMessage",
    "ToolCall",
    "ToolCallingManager",
    "ToolCallsFailed",
    "ToolContext",
    "ToolExecutionResult",
    "ToolFailed",
    "TurnLimitReached",
    "Undescribable",
    "answer_path",
    "arun_chat",
    "assembled",
    "async_guarded_client",
    "calls_of",
    "discovered",
    "function_tool",
    "guarded_client",
    "manager",
    "run_chat",
    "shown_request",
    "tool",
    "tool_context_of",
    "tools_of",
]
