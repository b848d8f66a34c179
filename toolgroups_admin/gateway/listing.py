"""`GET /v1/models`: what a client of OpenAI's offers to choose from."""

from typing import Any

from toolgroups_admin.releases.permitting import require_scope
from toolgroups_admin.releases.receiving import Environ, authenticated, check_host
from toolgroups_admin.releases.state import State

from .models import ModelProvider


def listed_models(environ: Environ, state: State) -> dict[str, Any]:
    """The models of the key's environment in OpenAI's shape, each once; raises `Refused`."""
    check_host(environ)
    key = authenticated(environ, state)
    require_scope(key, "chat")
    owners: dict[str, str] = {}
    for provider in ModelProvider.objects.filter(environment__name=key.environment, enabled=True):
        for name in provider.model_names:
            owners.setdefault(name, provider.name)
    models = [{"id": name, "object": "model", "created": 0, "owned_by": owner} for name, owner in owners.items()]
    return {"object": "list", "data": models}
