"""Examples in the API's schema; a test holds them against what the endpoint really answers."""

from typing import Any

ASKED: dict[str, Any] = {
    "prompt": "customer-service",
    "account_id": "user-1001",
    "messages": [{"role": "user", "content": "帮我查询订单 AF20260001"}],
}

TRIED: dict[str, Any] = {
    "source": "draft",
    "contexts": [{"prompt": "customer-service", "messages": [{"role": "user", "content": "介绍一下上海"}]}],
}

ANSWERED: dict[str, Any] = {
    "decision_id": "019ad3a5-6c1e-7d42-9b1f-2f8d1c5e7a90",
    "environment": "production",
    "release": {
        "number": 7,
        "digest": "3f4ae5a5a0a6d6aee4b3c8c1d0f6f8e1b5f0b4a1e0c9d8b7a6f5e4d3c2b1a090",
        "switches": None,
    },
    "prompt": "customer-service",
    "groups": ["order"],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "get_order",
                "description": "根据订单号查询订单状态。",
                "parameters": {
                    "type": "object",
                    "properties": {"orderNo": {"type": "string"}},
                    "required": ["orderNo"],
                },
            },
        }
    ],
    "tool_info": [
        {
            "name": "get_order",
            "sent_as": "get_order",
            "key": "get_order",
            "source": "group:order",
            "replaced": [],
            "return_direct": False,
            "sensitive": False,
            "executor": "client",
        }
    ],
    "messages": [
        {"role": "system", "content": "你是一名客服助手。\n\n只能查询当前账号下的订单。"},
        {"role": "user", "content": "帮我查询订单 AF20260001"},
    ],
    "system_prompt": "你是一名客服助手。\n\n只能查询当前账号下的订单。",
    "tool_choice": None,
    "warnings": [],
    "explanation": None,
}

MALFORMED: dict[str, Any] = {
    "type": "urn:toolgroups-admin:problem:malformed_json",
    "title": "Malformed JSON",
    "status": 400,
    "code": "malformed_json",
    "detail": "The body is not JSON: line 3, column 3: expecting ',' delimiter.",
    "line": 3,
    "column": 3,
    "faults": [],
}
MALFORMED_TEXT = '{\n  "prompt": "customer-service"\n  "messages": []\n}'

REFUSED: dict[str, Any] = {
    "type": "urn:toolgroups-admin:problem:invalid_request",
    "title": "Invalid request",
    "status": 422,
    "code": "invalid_request",
    "detail": "$.streaming: this is text. There are 2 faults in all.",
    "faults": [
        {
            "path": "$.streaming",
            "code": "wrong_type",
            "value": "yes",
            "message": "this is text",
            "remedy": "Send true or false.",
        },
        {
            "path": "$.format",
            "code": "unknown_format",
            "value": "claude",
            "message": "this is no format",
            "remedy": "Use one of: openai, openai-responses, anthropic, gemini, mcp.",
        },
    ],
}
REFUSED_BODY: dict[str, Any] = {"prompt": "customer-service", "streaming": "yes", "format": "claude"}
