"""Addresses of the gateway."""

from django.urls import path

from .views import chat_completions

app_name = "gateway"
urlpatterns = [path("v1/chat/completions", chat_completions, name="chat_completions")]
