"""What a chat's calls of tools leave behind: a line in the log and a row each, as soon as each is over."""

from collections.abc import Container

from toolgroups_admin.execution import Asked, CallResult, Listener
from toolgroups_admin.releases.state import LiveKey
from toolgroups_admin.traffic.answering import Answer
from toolgroups_admin.traffic.recording import Circumstances, record_calls


def recording(answer: Answer, key: LiveKey, *, known: Container[str]) -> Listener:
    """Records each call that is answered here; not what is left to the caller, nor answers known from before, by id."""
    circumstances = Circumstances(
        environment=answer.release.environment,
        release=answer.release.number,
        decision=answer.decision_id,
        prompt=answer.resolution.prompt,
        key=key.id,
    )
    executors = {offer.tool.key: str(offer.tool.executor["kind"]) for offer in answer.request.offers if offer.tool.key}

    def record(asked: Asked, result: CallResult) -> None:
        if result.outcome != "pending" and asked.id not in known:
            record_calls([result], {asked.id: asked.arguments}, executors, circumstances=circumstances)

    return record
