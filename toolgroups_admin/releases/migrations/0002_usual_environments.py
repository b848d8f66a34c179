"""Makes development, staging and production."""

from typing import Any

from django.db import migrations

NAMES = ("development", "staging", "production")


def make(apps: Any, schema_editor: Any) -> None:
    environments = apps.get_model("releases", "Environment")
    for place, name in enumerate(NAMES, start=1):
        environments.objects.get_or_create(name=name, defaults={"order": place * 10})


def unmake(apps: Any, schema_editor: Any) -> None:
    apps.get_model("releases", "Environment").objects.filter(name__in=NAMES, release=None).delete()


class Migration(migrations.Migration):
    dependencies = [("releases", "0001_environments_releases_and_keys")]
    operations = [migrations.RunPython(make, unmake)]
