"""What all tests share: properties are judged by their answers, not by how busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
