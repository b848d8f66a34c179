"""The examples of seed 001 as models that know what to ask for: what they end in, and by which tools."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.execution.calling import Json, asks, call

Messages = Sequence[Mapping[str, Any]]
ANSWER: Json = {"role": "assistant", "content": "So it is."}


def known(messages: Messages) -> list[str]:
    return [str(message["content"]) for message in messages if message["role"] == "tool"]


def wallet(messages: Messages) -> Json:
    found = known(messages)
    if not found:
        return asks(call("number_of_shares")) | {"content": "Let me look."}
    shares = json.loads(found[0])
    if len(found) == 1:
        return asks(*(call("stock_price", {"company": name}, name) for name in shares))
    total = sum(count * float(price) for count, price in zip(shares.values(), found[1:], strict=True))
    return {"role": "assistant", "content": f"${total}"}


def cities(messages: Messages) -> Json:
    found = known(messages)
    if not found:
        return asks(*(call("currentWeather", {"location": city}, city) for city in ("Amsterdam", "Paris")))
    return {"role": "assistant", "content": " and ".join(found)}


def customer(messages: Messages) -> Json:
    found = known(messages)
    return {"role": "assistant", "content": found[0]} if found else asks(call("customer_info", {"id": 42}))


def record(messages: Messages) -> Json:
    return asks(call("customer_record", {"id": 42}))


def alarm(messages: Messages) -> Json:
    found = known(messages)
    if not found:
        return asks(call("get_current_date_time"))
    return asks(call("set_alarm", {"time": found[0]})) if len(found) == 1 else ANSWER


WEATHER = '{"temp":30.0,"unit":"C"}'
EXAMPLES: list[tuple[Callable[[Messages], Json], str, list[str]]] = [
    (wallet, "Let me look.\n\n$700.0", ["number_of_shares", "stock_price", "stock_price"]),
    (cities, f"{WEATHER} and {WEATHER}", ["currentWeather", "currentWeather"]),
    (customer, '{"id":42,"tenant":"acme","asked_by":null}', ["customer_info"]),
    (record, '{"id":42,"name":"Jane"}', ["customer_record"]),
    (alarm, "So it is.", ["get_current_date_time", "set_alarm"]),
]
