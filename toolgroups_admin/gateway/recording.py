"""What a chat's calls of tools leave behind: a line in the log and a row each."""

from toolgroups_admin.execution import Chat, calls_of
from toolgroups_admin.releases.state import LiveKey
from toolgroups_admin.traffic.answering import Answer
from toolgroups_admin.traffic.recording import Circumstances, record_calls


def record_chat(chat: Chat, answer: Answer, key: LiveKey) -> None:
    """Records the calls that were answered here; those that are left to the caller are the caller's."""
    circumstances = Circumstances(
        environment=answer.release.environment,
        release=answer.release.number,
        decision=answer.decision_id,
        prompt=answer.resolution.prompt,
        key=key.id,
    )
    arguments = {call.id: call.arguments for message in chat.messages for call in calls_of(message)}
    executors = {offer.tool.key: str(offer.tool.executor["kind"]) for offer in answer.request.offers if offer.tool.key}
    own = [result for result in chat.results if result.outcome != "pending"]
    record_calls(own, arguments, executors, circumstances=circumstances)
