"""What the server answers where it does not do what was asked."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi.responses import JSONResponse

from shirokuro.web.values import Complaint, ErrorBody
from shirokuro.words.translation import translated


class RefusedError(Exception):
    """An answer other than what was asked for: a status, a word for programs, a sentence for people."""

    def __init__(self, status: int, code: str, text: str, retry_after: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.retry_after = retry_after

    @property
    def body(self) -> ErrorBody:
        complaint = Complaint(code=self.code, text=self.text, ja=translated(self.text, "ja"))
        return ErrorBody(error=complaint)

    @property
    def headers(self) -> Mapping[str, str]:
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}

    def response(self) -> JSONResponse:
        return JSONResponse(self.body.model_dump(), self.status, dict(self.headers))


def not_found(thing: str) -> RefusedError:
    """Also for what belongs to somebody else: nobody learns that it is there."""
    return RefusedError(404, "not_found", f"there is no such {thing}")


def no_owner() -> RefusedError:
    """For whoever has no token, or one that is worth nothing any more."""
    text = "this needs the token of an owner: POST /api/owners gives one"
    return RefusedError(401, "no_owner", text)


def deleted(text: str) -> str:
    """For those who still follow what is gone, as JSON."""
    return RefusedError(404, "not_found", text).body.model_dump_json()


def invalid(error: Exception | str) -> RefusedError:
    """For what the library says is wrong with an input."""
    return RefusedError(422, "invalid", str(error))


def long_headers() -> RefusedError:
    """For a request whose headers are too many or too long."""
    return RefusedError(431, "too_large", "the headers of the request are too long")


def too_many(text: str, retry_after: int = 1) -> RefusedError:
    """For one client that asks for more than its share."""
    return RefusedError(429, "too_many", text, retry_after)


def busy(
    text: str = "the server has as much to do as it can: try again soon", retry_after: int = 2
) -> RefusedError:
    """For everybody, when all of it is in use."""
    return RefusedError(503, "busy", text, retry_after)


def ending() -> RefusedError:
    """For those who ask while the server is being ended; perhaps it comes back."""
    return RefusedError(503, "ending", "the server is being shut down", 5)
