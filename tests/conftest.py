"""What all tests share: properties are judged by their answers, not by how busy the machine is."""

import pytest
from hypothesis import HealthCheck, settings
from pytest_django.fixtures import Settings

settings.register_profile("house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(autouse=True)
def _nothing_follows(settings: Settings) -> None:
    """No test leaves a thread behind that looks for releases while the next one runs, unless it asks for following."""
    settings.LIVE_POLL_SECONDS = 0


@pytest.fixture(autouse=True)
def _passwords_are_cheap(settings: Settings) -> None:
    """What makes guessing slow would make every sign-in here slow as well."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
