"""The addresses of signing in at a provider; the names are the library's."""

from django.urls import path

from .views import Begin, Return, SignOut

urlpatterns = [
    path("sign-in/", Begin.as_view(), name="oidc_authentication_init"),
    path("callback/", Return.as_view(), name="oidc_authentication_callback"),
    path("sign-out/", SignOut.as_view(), name="oidc_logout"),
]
