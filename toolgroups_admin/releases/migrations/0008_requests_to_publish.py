"""Keeps what was asked for, until it is approved or its time comes, and what became of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0001_objects_and_history"),
        ("releases", "0007_when_two_people_publish"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PublishRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base", models.PositiveIntegerField(verbose_name="made for release")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("comment", models.TextField(blank=True, verbose_name="comment")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="asked at")),
                ("needs_approval", models.BooleanField(default=False, verbose_name="needs approval")),
                ("not_before", models.DateTimeField(null=True, verbose_name="not before")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("published", "published"), ("cancelled", "cancelled")],
                        default="open",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "failure",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("stale", "Another release went live since this was asked for."),
                            ("nothing", "What is live holds all of this already."),
                            ("faults", "It does not compile any more."),
                            ("lint", "Lint finds errors."),
                            ("scenarios", "Scenarios fail, and the environment refuses that."),
                            ("person", "Who asked for it or approved it may not publish any more."),
                            ("fault", "The server failed; its log says more."),
                        ],
                        max_length=10,
                        verbose_name="failure",
                    ),
                ),
                (
                    "approved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="approved_requests",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="approved by",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="publish_requests",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked by",
                    ),
                ),
                (
                    "environment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="releases.environment",
                        verbose_name="environment",
                    ),
                ),
                (
                    "publication",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="request",
                        to="releases.publication",
                        verbose_name="publication",
                    ),
                ),
                (
                    "release",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="releases.release",
                        verbose_name="release to promote",
                    ),
                ),
            ],
            options={
                "verbose_name": "request to publish",
                "verbose_name_plural": "requests to publish",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="RequestedChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("tool", "Tool"),
                            ("rule", "Shared rule"),
                            ("group", "Tool group"),
                            ("prompt", "Prompt"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("identity", models.CharField(max_length=128, verbose_name="identity")),
                (
                    "fragment",
                    models.ForeignKey(
                        db_column="digest",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="catalog.fragment",
                        verbose_name="state",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="releases.publishrequest",
                    ),
                ),
            ],
            options={
                "verbose_name": "requested change",
                "verbose_name_plural": "requested changes",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="RequestStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "deed",
                    models.CharField(
                        choices=[
                            ("asked", "asked"),
                            ("approved", "approved"),
                            ("rebuilt", "rebuilt"),
                            ("published", "published"),
                            ("failed", "did not go live"),
                            ("cancelled", "cancelled"),
                        ],
                        max_length=10,
                        verbose_name="action",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                ("comment", models.TextField(blank=True, verbose_name="comment")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                (
                    "failure",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("stale", "Another release went live since this was asked for."),
                            ("nothing", "What is live holds all of this already."),
                            ("faults", "It does not compile any more."),
                            ("lint", "Lint finds errors."),
                            ("scenarios", "Scenarios fail, and the environment refuses that."),
                            ("person", "Who asked for it or approved it may not publish any more."),
                            ("fault", "The server failed; its log says more."),
                        ],
                        max_length=10,
                        verbose_name="failure",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="request_steps",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="steps", to="releases.publishrequest"
                    ),
                ),
            ],
            options={
                "verbose_name": "step of a request",
                "verbose_name_plural": "steps of requests",
                "ordering": ["-id"],
            },
        ),
        migrations.AddIndex(
            model_name="publishrequest",
            index=models.Index(condition=models.Q(("state", "open")), fields=["environment"], name="open_requests"),
        ),
        migrations.AddConstraint(
            model_name="publishrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("approved_by", models.F("by")), _negated=True),
                name="nobody_approves_what_they_asked_for",
            ),
        ),
        migrations.AddConstraint(
            model_name="requestedchange",
            constraint=models.UniqueConstraint(fields=("request", "kind", "identity"), name="object_once_in_request"),
        ),
    ]
