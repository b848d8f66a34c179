"""What a chat's calls of tools leave behind: a line in the log and a row each."""

from collections.abc import Container

from toolgroups_admin.execution import ToolExecutionResult, calls_of
from toolgroups_admin.releases.state import LiveKey
from toolgroups_admin.traffic.answering import Answer
from toolgroups_admin.traffic.recording import Circumstances, record_calls


def record_round(result: ToolExecutionResult, answer: Answer, key: LiveKey, *, known: Container[str]) -> None:
    """Records the calls that were answered here; not what is left to the caller, nor answers known from before."""
    circumstances = Circumstances(
        environment=answer.release.environment,
        release=answer.release.number,
        decision=answer.decision_id,
        prompt=answer.resolution.prompt,
        key=key.id,
    )
    arguments = {call.id: call.arguments for message in result.conversation_history for call in calls_of(message)}
    executors = {offer.tool.key: str(offer.tool.executor["kind"]) for offer in answer.request.offers if offer.tool.key}
    own = [each for each in result.results if each.outcome != "pending" and each.id not in known]
    record_calls(own, arguments, executors, circumstances=circumstances)
