"""Addresses below /admin/ that belong to traffic."""

from django.urls import path

from . import views

app_name = "traffic"
urlpatterns = [path("try/<int:pk>/", views.try_page, name="try")]
