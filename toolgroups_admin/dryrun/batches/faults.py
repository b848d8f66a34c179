"""What is wrong with a file as a whole, in the language of the page."""


class BadFile(Exception):
    """A file of which nothing was taken in; the words say why and what to do."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__(words)
