"""Keeps what the settings of environments were before and after each change, when and by whom."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import toolgroups_admin.catalog.models.json_columns


class Migration(migrations.Migration):
    dependencies = [
        ("releases", "0011_who_is_told_what_happens"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EnvironmentChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", toolgroups_admin.catalog.models.json_columns.JSONText(verbose_name="before")),
                ("after", toolgroups_admin.catalog.models.json_columns.JSONText(verbose_name="after")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="environment_changes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "environment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="releases.environment",
                        verbose_name="environment",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of an environment",
                "verbose_name_plural": "changes of environments",
                "ordering": ["-id"],
            },
        ),
    ]
