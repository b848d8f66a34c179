"""Addresses below /admin/problems/."""

from django.urls import path

from . import views

app_name = "catalog"
urlpatterns = [
    path("", views.problems, name="problems"),
    path("waive/", views.waive_problem, name="waive"),
]
