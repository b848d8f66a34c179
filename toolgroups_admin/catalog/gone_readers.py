"""Standard output whose reader may go away, as in `manage.py demo | head`."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def until_the_reader_goes() -> Iterator[None]:
    """Ends what is done inside quietly when nobody reads standard output any more."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Without this Python complains once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
