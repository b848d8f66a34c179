"""Model providers for tests."""

from typing import Any

from toolgroups_admin.gateway.models import ModelProvider
from toolgroups_admin.releases.models import Environment
from toolgroups_admin.releases.models.sealed import seal

CANARY = "canary-5d21"


def provider(environment: Environment, name: str = "house", **columns: Any) -> ModelProvider:
    """One with a key and two models."""
    whole = {"url": "https://models.example/v1", "key": seal(CANARY), "model_list": "m\nother/m"}
    return ModelProvider.objects.create(environment=environment, name=name, **whole | columns)


def typed(environment: Environment, **fields: Any) -> dict[str, Any]:
    """What the form of a new provider sends."""
    whole = {
        "name": "house",
        "environment": environment.pk,
        "url": "https://models.example/v1/",
        "key": CANARY,
        "model_list": "m\nother/m",
        "enabled": "on",
    }
    return whole | fields
