"""Addresses of the gateway."""

from django.urls import path

from .views import chat_view

app_name = "gateway"
urlpatterns = [path("v1/chat/completions", chat_view(), name="chat_completions")]
