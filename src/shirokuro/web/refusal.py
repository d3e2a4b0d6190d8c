"""Errors that the server answers with."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi.responses import JSONResponse

from shirokuro.errors import message_of
from shirokuro.web.values import Complaint, ErrorBody, Words
from shirokuro.words.message import Message, in_all_languages

BUSY = Message("refusals.busy")


class RefusedError(Exception):
    """An error answer: a status, a code for programs and a sentence for people."""

    def __init__(self, status: int, code: str, text: Message | str, retry_after: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.retry_after = retry_after

    @property
    def body(self) -> ErrorBody:
        words = Words(in_all_languages(self.text))
        return ErrorBody(error=Complaint(code=self.code, text=str(self.text), words=words))

    @property
    def headers(self) -> Mapping[str, str]:
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}

    def response(self) -> JSONResponse:
        return JSONResponse(self.body.model_dump(), self.status, dict(self.headers))


def not_found(thing: str) -> RefusedError:
    """Also for things of another owner, so that nobody learns that they exist."""
    return RefusedError(404, "not_found", Message("refusals.no_such", thing=Message(f"things.{thing}")))


def no_owner() -> RefusedError:
    """For requests without a valid token."""
    return RefusedError(401, "no_owner", Message("refusals.no_owner"))


def deleted(text: Message) -> str:
    """The message for followers of something that was deleted, as JSON."""
    return RefusedError(404, "not_found", text).body.model_dump_json()


def invalid(error: Exception | Message | str) -> RefusedError:
    """For input that the library rejects."""
    return RefusedError(422, "invalid", message_of(error) if isinstance(error, Exception) else error)


def long_headers() -> RefusedError:
    """For a request with too many or too long headers."""
    return RefusedError(431, "too_large", Message("refusals.long_headers"))


def too_many(text: Message, retry_after: int = 1) -> RefusedError:
    """For a client that exceeds its share."""
    return RefusedError(429, "too_many", text, retry_after)


def busy(text: Message = BUSY, retry_after: int = 2) -> RefusedError:
    """For any client while the server is at its limit."""
    return RefusedError(503, "busy", text, retry_after)


def ending() -> RefusedError:
    """For requests while the server shuts down; it may come back."""
    return RefusedError(503, "ending", Message("refusals.ending"), 5)
