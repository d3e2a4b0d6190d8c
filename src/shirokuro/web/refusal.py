"""What the server answers where it does not do what was asked."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi.responses import JSONResponse

from shirokuro.errors import message_of
from shirokuro.web.values import Complaint, ErrorBody, Words
from shirokuro.words.message import Message, in_all_languages

BUSY = Message("refusals.busy")


class RefusedError(Exception):
    """An answer other than what was asked for: a status, a word for programs, a sentence for people."""

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
    """Also for what belongs to somebody else: nobody learns that it is there."""
    return RefusedError(404, "not_found", Message("refusals.no_such", thing=Message(f"things.{thing}")))


def no_owner() -> RefusedError:
    """For whoever has no token, or one that is worth nothing any more."""
    return RefusedError(401, "no_owner", Message("refusals.no_owner"))


def deleted(text: Message) -> str:
    """For those who still follow what is gone, as JSON."""
    return RefusedError(404, "not_found", text).body.model_dump_json()


def invalid(error: Exception | Message | str) -> RefusedError:
    """For what the library says is wrong with an input."""
    return RefusedError(422, "invalid", message_of(error) if isinstance(error, Exception) else error)


def long_headers() -> RefusedError:
    """For a request whose headers are too many or too long."""
    return RefusedError(431, "too_large", Message("refusals.long_headers"))


def too_many(text: Message, retry_after: int = 1) -> RefusedError:
    """For one client that asks for more than its share."""
    return RefusedError(429, "too_many", text, retry_after)


def busy(text: Message = BUSY, retry_after: int = 2) -> RefusedError:
    """For everybody, when all of it is in use."""
    return RefusedError(503, "busy", text, retry_after)


def ending() -> RefusedError:
    """For those who ask while the server is being ended; perhaps it comes back."""
    return RefusedError(503, "ending", Message("refusals.ending"), 5)
