"""The same chats by OpenAI's SDK alone, in a process of its own: prints its CPU milliseconds and latencies as JSON."""

import asyncio
import json
import sys
import time
from statistics import median
from typing import Any

import openai

from tests.benchmarks.chat_corpus import MODEL_CALLS, ROUNDS, written
from tests.benchmarks.chat_load import AT_ONCE, MODEL_SECONDS


async def main(model: str, turns: int) -> None:
    """Chats at once, turn by turn."""
    client = openai.AsyncOpenAI(api_key="none", base_url=f"{model}/v1", max_retries=0)
    cpu, over = [], []
    for turn in range(turns + 1):
        began = time.process_time()
        took = await asyncio.gather(*(_chat(client, number) for number in range(AT_ONCE)))
        if turn:  # the first opens the lines
            cpu.append((time.process_time() - began) / AT_ONCE / MODEL_CALLS * 1000)
            over += [(each / MODEL_CALLS - MODEL_SECONDS) * 1000 for each in took]
    print(json.dumps({"cpu": median(cpu), "over": median(over)}))


async def _chat(client: openai.AsyncOpenAI, number: int) -> float:
    began = time.perf_counter()
    messages: list[Any] = [{"role": "system", "content": "Use tools."}]
    messages.append({"role": "user", "content": f"Please, step on from {number}."})
    for round_ in range(MODEL_CALLS):
        answer = await client.chat.completions.create(model="m", messages=messages, tools=TOOLS)
        message = answer.choices[0].message
        if round_ < ROUNDS and message.tool_calls:
            messages += [message.to_dict(), {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "1"}]
    return time.perf_counter() - began


TOOLS: list[Any] = [
    {
        "type": "function",
        "function": {name: tool[name] for name in ("description", "parameters")} | {"name": tool["key"]},
    }
    for tool in written()["tools"]
]

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
