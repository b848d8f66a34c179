"""What the tests of accounts share."""

from tests.live_state import own_live_state

__all__ = ["own_live_state"]
