import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("releases", "0005_connections_and_tool_contexts")]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="replaces",
            field=models.OneToOneField(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="replaced_by",
                to="releases.apikey",
                verbose_name="replaces",
            ),
        ),
    ]
