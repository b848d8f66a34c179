"""The reference: what `java.util.regex` of a JDK 17 on this machine finds."""

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_PROGRAM = Path(__file__).with_name("JavaFind.java")

Found = tuple[int, int] | str | None  # a span in code points, "gave-up", or None


@cache
def java_17() -> str | None:
    """The command of a JDK 17 (with its compiler), or None."""
    homes = [
        os.environ.get("JAVA_HOME", ""),
        "/usr/lib/jvm/java-17-openjdk-amd64",
        "/usr/lib/jvm/java-17-openjdk-arm64",
    ]
    commands = [*(f"{home}/bin/java" for home in homes if home), shutil.which("java") or ""]
    return next((command for command in commands if command and _is_17(command)), None)


def java_finds(questions: Sequence[tuple[str, Sequence[str]]]) -> list[list[Found] | str]:
    """For each pattern and its texts the spans that Java finds, or "refused"."""
    command = java_17()
    assert command is not None
    lines = ["\t".join(map(_encoded, [pattern, *texts])) for pattern, texts in questions]
    run = subprocess.run(
        [command, "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", str(_PROGRAM)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        check=True,
        text=True,
    )
    answers = run.stdout.splitlines()
    assert len(answers) == len(questions)
    return [_answer(line, texts) for line, (_, texts) in zip(answers, questions, strict=True)]


def _is_17(command: str) -> bool:
    if not Path(command).exists():
        return False
    told = subprocess.run([command, "-version"], capture_output=True, text=True, check=False).stderr
    return re.search(r'version "17\.', told) is not None and Path(command).resolve().with_name("javac").exists()


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _answer(line: str, texts: Sequence[str]) -> list[Found] | str:
    if line in ("refused", "broken"):
        return line
    return [_span(field, text) for field, text in zip(line.split("\t"), texts, strict=True)]


def _span(field: str, text: str) -> Found:
    if field == "none":
        return None
    if field == "gave-up":
        return field
    start, end = map(int, field.split(":"))
    return _code_points(text, start), _code_points(text, end)


def _code_points(text: str, units: int) -> int:
    """The place in code points; minus one when it is in the middle of a character."""
    part = text.encode("utf-16-le")[: units * 2].decode("utf-16-le", "replace")
    return -1 if part.endswith("\ufffd") and not text.startswith(part) else len(part)
