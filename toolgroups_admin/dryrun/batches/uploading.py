"""Bounding what is uploaded: a file that is too large is read to its end and thrown away."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest


class BoundedUpload(FileUploadHandler):
    """The first of the upload handlers: no file is ever kept of which more than BATCH_MOST_BYTES came."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self.too_large = False

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.too_large = False

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > settings.BATCH_MOST_BYTES:
            self.too_large = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


def was_too_large(request: HttpRequest) -> bool:
    """Whether a file of this request was thrown away; asked after its form was read."""
    return any(isinstance(handler, BoundedUpload) and handler.too_large for handler in request.upload_handlers)
