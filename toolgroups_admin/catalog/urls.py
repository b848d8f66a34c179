"""Addresses below /admin/problems/."""

from django.urls import path

from . import views

app_name = "catalog"
urlpatterns = [
    path("", views.problems, name="problems"),
    path("counts/", views.counts, name="counts"),
    path("beside-fields/", views.beside_fields, name="beside"),
    path("waive/", views.waive_problem, name="waive"),
]
