"""The words of the chooser's scripts, named here so that `makemessages` keeps them."""

from django.utils.translation import gettext_noop

WORDS = (
    gettext_noop("Chosen"),
    gettext_noop("All"),
    gettext_noop("What is shown"),
    gettext_noop("Search by name, title or owner"),
    gettext_noop("Nothing is chosen yet."),
    gettext_noop("Nothing is found."),
    gettext_noop("Choose some"),
    gettext_noop("Take out “{text}”"),
    gettext_noop("Choose “{text}”"),
    gettext_noop("Move up"),
    gettext_noop("Move down"),
    gettext_noop("Drag to move"),
    gettext_noop("Moved: now {number} of {count}."),
    gettext_noop("Taken out: {text}"),
    gettext_noop("Not there"),
    gettext_noop("Earlier page"),
    gettext_noop("Next page"),
    gettext_noop("Page {page} of {pages}, {total} in all"),
    gettext_noop("disabled"),
    gettext_noop("The server cannot be reached. What you typed stays here."),
)
