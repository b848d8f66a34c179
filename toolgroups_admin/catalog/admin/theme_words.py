"""The words of the admin's theme, which has no Chinese: named here so that `makemessages` keeps them."""


def gettext_noop(text: str) -> str:
    """Marks words for translation."""
    return text


THEME_WORDS = (
    gettext_noop("Select record"),
    gettext_noop("Select action"),
    gettext_noop("Value"),
    gettext_noop("From"),
    gettext_noop("To"),
    gettext_noop("Date from"),
    gettext_noop("Date to"),
    gettext_noop("Not enough data."),
    gettext_noop("Select action to run"),
    gettext_noop(
        'Raw passwords are not stored, so there is no way to see this user’s password, but you can change the password using <a href="{}" class="text-primary-600 dark:text-primary-500">this form</a>.'
    ),
    gettext_noop("Select value"),
    gettext_noop("Run"),
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("Expand row"),
    gettext_noop("Welcome back to"),
    gettext_noop("Type to search"),
    gettext_noop("You have been successfully logged out from the administration"),
    gettext_noop("No data"),
    gettext_noop("More actions"),
    gettext_noop("All applications"),
    gettext_noop("True"),
    gettext_noop("False"),
    gettext_noop("Apply Filters"),
    gettext_noop("Select all rows"),
    gettext_noop("Recent searches"),
    gettext_noop("No recent searches"),
    gettext_noop("No results matching your query"),
    gettext_noop("Loading more results..."),
    gettext_noop("Cancel"),
    gettext_noop("Submit"),
    gettext_noop("Record picture"),
    gettext_noop("This item will be deleted."),
    gettext_noop("Click to cancel"),
    gettext_noop("No results found"),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("Reset filters"),
    gettext_noop("Image preview"),
    gettext_noop("Click to download"),
    gettext_noop("Go back"),
    gettext_noop("Previous"),
    gettext_noop("Next"),
    gettext_noop("Search apps and models..."),
    gettext_noop("General"),
    gettext_noop("Light"),
    gettext_noop("Dark"),
    gettext_noop("System"),
    gettext_noop("Return to site"),
    gettext_noop("Choose file to upload"),
    gettext_noop("Toggle password visibility"),
    gettext_noop("Add row"),
    gettext_noop("Date"),
    gettext_noop("Filters"),
)
