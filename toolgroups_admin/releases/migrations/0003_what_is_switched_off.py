"""Keeps what is switched off, by whom and why."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("releases", "0002_usual_environments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Switch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("group", "Tool group"), ("tool", "Tool")], max_length=10, verbose_name="kind"
                    ),
                ),
                ("identity", models.CharField(max_length=128, verbose_name="identity")),
                ("reason", models.TextField(max_length=2000, verbose_name="reason")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="switched off at")),
                ("lifted_at", models.DateTimeField(null=True, verbose_name="lifted at")),
                ("lifted_why", models.TextField(blank=True, max_length=2000, verbose_name="reason for lifting")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="switched_off",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="switched off by",
                    ),
                ),
                (
                    "environment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="switches",
                        to="releases.environment",
                        verbose_name="environment",
                    ),
                ),
                (
                    "lifted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="switches_lifted",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="lifted by",
                    ),
                ),
            ],
            options={
                "verbose_name": "switch",
                "verbose_name_plural": "switches",
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("lifted_at", None)),
                        fields=("environment", "kind", "identity"),
                        name="switched_off_once",
                    )
                ],
            },
        ),
    ]
