"""What Django answers for the gateway: the list of models, and whatever the front before it leaves to it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from toolgroups_admin.releases import live
from toolgroups_admin.releases.permitting import Refused

from .errors import ChatRefused, refusal_of
from .listing import listed_models


@csrf_exempt
def chat_completions(request: HttpRequest) -> HttpResponse:
    """Says what to do instead to another method, and to whoever asks the process that serves pages."""
    if request.method != "POST":
        refusal = ChatRefused(405, "method_not_allowed", "Use POST here.", headers={"Allow": "POST"})
    else:
        refusal = ChatRefused(421, "wrong_port", "Chats are answered by the other server, on the port ASGI_PORT.")
    return _refused(refusal)


@csrf_exempt
def models(request: HttpRequest) -> HttpResponse:
    """The models that chats of the key may name, for clients that ask for them first."""
    if request.method != "GET":
        return _refused(ChatRefused(405, "method_not_allowed", "Use GET here.", headers={"Allow": "GET"}))
    try:
        return JsonResponse(listed_models(request.META, live.current()))
    except Refused as refused:
        return _refused(refusal_of(refused))


@csrf_exempt
def not_found(request: HttpRequest, rest: str) -> HttpResponse:
    """Says to a client of OpenAI's, in the shape that it reads, what else there is."""
    there = "There are POST /v1/chat/completions and GET /v1/models."
    return _refused(ChatRefused(404, "not_found", f"There is nothing at /v1/{rest}. {there}"))


def _refused(refusal: ChatRefused) -> HttpResponse:
    headers = {"Content-Type": "application/json", **refusal.headers}
    return HttpResponse(refusal.encoded(), status=refusal.status, headers=headers)
