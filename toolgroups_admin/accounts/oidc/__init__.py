"""Signing in with the account that people have at a provider already (OpenID Connect, by mozilla-django-oidc)."""
