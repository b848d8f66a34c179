"""Addresses below /admin/catalog/ that belong to no single kind of object."""

from django.urls import path

from .admin import rule_views

app_name = "catalog"
urlpatterns = [
    path("rules/try/", rule_views.try_rule, name="try_rule"),
    path("rules/shared/", rule_views.shared_rules, name="shared_rules"),
]
