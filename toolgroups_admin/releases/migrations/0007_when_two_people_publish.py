"""Lets an environment ask for two people."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("releases", "0006_keys_that_replace_others")]

    operations = [
        migrations.AddField(
            model_name="environment",
            name="four_eyes",
            field=models.BooleanField(
                default=False,
                help_text="Publishing or promoting is asked for first, and goes live when another publisher approves. Rolling back and switching off stay immediate.",
                verbose_name="two people publish",
            ),
        ),
    ]
