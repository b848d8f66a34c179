"""What goes wrong in a page is written to the standard error of the process, and what is only refused is not."""

from tests.catalog.command_line import manage

SAID = "import logging; log = logging.getLogger('django.request'); log.error('broken'); log.warning('refused')"


def test_errors_are_written_and_refusals_are_not() -> None:
    written = manage("shell", "--verbosity", "0", "--command", SAID).stderr

    assert b"ERROR django.request: broken" in written
    assert b"refused" not in written
