"""Addresses below /admin/ that belong to no single kind of object: problems, and what the editors ask."""

from django.urls import path

from . import views
from .admin import chosen_views, object_views, rule_views, tool_views

app_name = "catalog"
urlpatterns = [
    path("problems/", views.problems, name="problems"),
    path("problems/counts/", views.counts, name="counts"),
    path("problems/beside-fields/", views.beside_fields, name="beside"),
    path("problems/waive/", views.waive_problem, name="waive"),
    path("catalog/rules/try/", rule_views.try_rule, name="try_rule"),
    path("catalog/rules/shared/", rule_views.shared_rules, name="shared_rules"),
    path("catalog/rules/fields/", rule_views.asked_fields, name="asked_fields"),
    path("catalog/tools/preview/", tool_views.preview_tool, name="preview_tool"),
    path("catalog/choices/", chosen_views.choices, name="choices"),
    path("catalog/groups/<int:pk>/enabled/", object_views.switch_group, name="switch_group"),
    path("catalog/clone/<str:kind>/<int:pk>/", object_views.clone_object, name="clone"),
]
