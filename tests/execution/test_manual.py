"""The example of tools in code in the manual runs, and does what the manual says."""

import re
from pathlib import Path
from typing import Any

from tests.execution.calling import USER, asks, call
from toolgroups_admin.execution import tools_of

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_example_of_the_manual_runs() -> None:
    example, *_others = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    said: dict[str, Any] = {"__name__": "manual"}
    exec(example, said)
    offered = [each.tool() for each in tools_of(said["order_status"])]
    asked = asks(call("order_status", {"number": "AF20260001"}))

    result = said["calling"].execute([USER], asked, offered, {"tenant": "acme"})

    assert result.results[0].text == "AF20260001 of acme is on its way"
