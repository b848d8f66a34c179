"""Makes an installation for the benchmark of chats and prints the token of its key; the model's address is given."""

import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402  (Django must know its apps first)

from tests.benchmarks.chat_corpus import PROMPT, written  # noqa: E402
from toolgroups_admin.catalog.importing import apply_import, plan_import  # noqa: E402
from toolgroups_admin.gateway.models import ModelProvider  # noqa: E402
from toolgroups_admin.releases.keys import make_key  # noqa: E402
from toolgroups_admin.releases.models import Environment  # noqa: E402
from toolgroups_admin.releases.publishing import publish  # noqa: E402


def open_shop(model: str) -> str:
    """Publishes the document with a provider beside it, and gives the token of a key that may chat."""
    call_command("migrate", verbosity=0)
    apply_import(plan_import(written()), by=None)
    production = Environment.objects.get(name="production")
    production.allow_list = model.removeprefix("http://")
    production.save()
    publish(production, by=None)
    ModelProvider.objects.create(environment=production, name="bench", url=f"{model}/v1", model_list="m")
    return make_key(production, name="bench", scopes=["chat"], prompts=[PROMPT], by=None)[1]


if __name__ == "__main__":
    print(open_shop(sys.argv[1]))
