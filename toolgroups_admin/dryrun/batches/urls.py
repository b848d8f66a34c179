"""Addresses below /admin/dryrun/batch/, before those of the list."""

from django.urls import path

from . import result_views, views

app_name = "batches"
urlpatterns = [
    path("new/", views.new, name="new"),
    path("<uuid:batch_id>/", views.show, name="batch"),
    path("<uuid:batch_id>/start/", views.start_batch, name="start"),
    path("<uuid:batch_id>/cancel/", views.cancel_batch, name="cancel"),
    path("<uuid:batch_id>/progress/", views.progress_of, name="progress"),
    path("<uuid:batch_id>/lines.csv", result_views.csv_file, name="csv"),
    path("<uuid:batch_id>/lines.jsonl", result_views.json_lines, name="jsonl"),
]
