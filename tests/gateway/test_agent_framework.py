"""An agent framework talks to the gateway unchanged, and keeps its own tools."""

from typing import Any

import anyio
import pytest
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from tests.execution.calling import Json, asks, call
from tests.gateway.models import Model


def currency() -> str:
    """The user's currency."""
    return "euro"


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("streamed", [False, True])
def test_pydantic_ai_runs_its_own_tool_between_ours(model: Model, url: str, streamed: bool) -> None:
    def script(messages: list[Json]) -> Json:
        found = [str(message["content"]) for message in messages if message["role"] == "tool"]
        if not found:
            return asks(call("number_of_shares"), call("currency"))
        return {"role": "assistant", "content": " in ".join(found)}

    async def chat() -> str:
        provider = OpenAIProvider(base_url=url, api_key="chatter")
        agent: Any = Agent(OpenAIChatModel("m", provider=provider), tools=[currency])
        async with provider.client:
            if not streamed:
                return str((await agent.run("Please.")).output)
            async with agent.run_stream("Please.") as result:
                return str(await result.get_output())

    model.script = script

    assert anyio.run(chat) == '{"AAPL":2,"NVDA":3} in euro'
