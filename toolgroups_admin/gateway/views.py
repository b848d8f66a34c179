"""What Django answers at the address of chats: only what the front before it leaves to it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from .errors import ChatRefused


@csrf_exempt
def chat_completions(request: HttpRequest) -> HttpResponse:
    """Says what to do instead to another method, and to whoever asks the process that serves pages."""
    if request.method != "POST":
        refusal = ChatRefused(405, "method_not_allowed", "Use POST here.", headers={"Allow": "POST"})
    else:
        refusal = ChatRefused(421, "wrong_port", "Chats are answered by the other server, on the port ASGI_PORT.")
    headers = {"Content-Type": "application/json", **refusal.headers}
    return HttpResponse(refusal.encoded(), status=refusal.status, headers=headers)
