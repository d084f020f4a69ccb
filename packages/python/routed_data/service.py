"""What the generated functions leave to their caller: timeouts, errors as exceptions, and pages."""

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import Protocol, TypeVar

import httpx

from .client import AuthenticatedClient
from .models.error import Error
from .models.error_detail import ErrorDetail
from .types import UNSET, Response, Unset

# A request waits for a run for 120 seconds at most, and an answer needs a little time.
TIMEOUT_SECONDS = 150.0

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class ServiceError(Exception):
    """A refusal: `status` is that of HTTP, and `detail` has `code`, `message` and `request_id` of the envelope."""

    def __init__(self, status: int, detail: ErrorDetail) -> None:
        super().__init__(f"{detail.code}: {detail.message} ({detail.request_id})")
        self.status = status
        self.detail = detail


class UndocumentedAnswer(Exception):
    """An answer with a status that the service does not document: something between it and the client answered."""

    def __init__(self, status: int, content: bytes) -> None:
        super().__init__(f"The response was {status} without an error of the service.")
        self.status = status
        self.content = content


def connect(base_url: str, token: str) -> AuthenticatedClient:
    """A client for an API key, a session or an app's token."""
    return AuthenticatedClient(
        base_url=base_url,
        token=token,
        headers={"User-Agent": f"routed-data-python/{version('routed-data-client')}"},
        timeout=httpx.Timeout(TIMEOUT_SECONDS),
    )


def answer(response: Response[T | Error]) -> T:
    """The body of a success, and of a run that was created, however it ended. Raises ServiceError for a refusal."""
    body = response.parsed
    if isinstance(body, Error):
        raise ServiceError(int(response.status_code), body.error)
    if body is None:
        raise UndocumentedAnswer(int(response.status_code), response.content)
    return body


class Page(Protocol[T_co]):
    """A page of a list."""

    @property
    def items(self) -> Sequence[T_co]: ...

    @property
    def next_cursor(self) -> str | None: ...


def every(read: Callable[[str | Unset], Page[T]]) -> Iterator[T]:
    """Every item of a list. `read` gets the cursor of each page; the first page has none."""
    cursor: str | Unset = UNSET
    while True:
        page = read(cursor)
        yield from page.items
        if page.next_cursor is None:
            return
        cursor = page.next_cursor
