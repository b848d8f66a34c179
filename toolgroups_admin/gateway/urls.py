"""Addresses of the gateway."""

from django.urls import path

from .views import chat_completions, models, not_found

app_name = "gateway"
urlpatterns = [
    path("v1/chat/completions", chat_completions, name="chat_completions"),
    path("v1/models", models, name="models"),
    path("v1/<path:rest>", not_found, name="not_found"),
]
