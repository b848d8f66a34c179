"""Addresses below /admin/dryrun/."""

from django.urls import include, path

from . import coverage_views, views

app_name = "dryrun"
urlpatterns = [
    path("", views.dry_run, name="page"),
    path("keep/", views.keep_dry_run, name="keep"),
    path("expect/", views.expect_dry_run, name="expect"),
    path("scenario/<int:scenario_id>/", views.scenario, name="scenario"),
    path("scenario/coverage/", coverage_views.groups, name="coverage"),
    path("scenario/coverage/<path:name>/", coverage_views.group, name="group_coverage"),
    path("rule/", views.rule, name="rule"),
    path("prompts/", views.prompts, name="prompts"),
    path("batch/", include("toolgroups_admin.dryrun.batches.urls")),
    path("<uuid:kept_id>/", views.kept_dry_run, name="kept"),
]
