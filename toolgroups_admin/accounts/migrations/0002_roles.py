"""The five roles; what each may do is given after every migration, see `accounts.roles`."""

from typing import Any

from django.db import migrations

ROLES = ("editor", "publisher", "QA", "auditor", "administrator")


def make(apps: Any, schema_editor: Any) -> None:
    groups = apps.get_model("auth", "Group")._default_manager.using(schema_editor.connection.alias)
    for name in ROLES:
        groups.get_or_create(name=name)


def take_away(apps: Any, schema_editor: Any) -> None:
    groups = apps.get_model("auth", "Group")._default_manager.using(schema_editor.connection.alias)
    groups.filter(name__in=ROLES, user=None).delete()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_people"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(make, take_away)]
