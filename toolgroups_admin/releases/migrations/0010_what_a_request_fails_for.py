"""Names what an environment refuses a request for as broadly as its gates do."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("releases", "0009_releases_that_are_cleared"),
    ]

    operations = [
        migrations.AlterField(
            model_name="publishrequest",
            name="failure",
            field=models.CharField(
                blank=True,
                choices=[
                    ("stale", "Another release went live since this was asked for."),
                    ("nothing", "What is live holds all of this already."),
                    ("faults", "It does not compile any more."),
                    ("lint", "Lint finds errors."),
                    ("objected", "The environment refuses it: scenarios fail, or what it needs is missing."),
                    ("person", "Who asked for it or approved it may not publish any more."),
                    ("fault", "The server failed; its log says more."),
                ],
                max_length=10,
                verbose_name="failure",
            ),
        ),
        migrations.AlterField(
            model_name="requeststep",
            name="failure",
            field=models.CharField(
                blank=True,
                choices=[
                    ("stale", "Another release went live since this was asked for."),
                    ("nothing", "What is live holds all of this already."),
                    ("faults", "It does not compile any more."),
                    ("lint", "Lint finds errors."),
                    ("objected", "The environment refuses it: scenarios fail, or what it needs is missing."),
                    ("person", "Who asked for it or approved it may not publish any more."),
                    ("fault", "The server failed; its log says more."),
                ],
                max_length=10,
                verbose_name="failure",
            ),
        ),
    ]
