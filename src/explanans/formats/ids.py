"""Ids in JSON: texts, or whole numbers that are read as texts."""

from typing import TypeVar

import msgspec

from explanans.errors import FormatError
from explanans.formats.lines import Line

Id = str | int
"""The type of an id in a record of JSON."""

Record = TypeVar("Record")


def read_record(line: Line, decoder: "msgspec.json.Decoder[Record]", accepted: str) -> Record:
    """Return the record of a line of JSON whose ``id`` may be a whole number where the type wants a text.

    Args:
        line: The line.
        decoder: The decoder of the record's type.
        accepted: The shape of the record, for complaints.

    Raises:
        FormatError: The line is no JSON, or not of that type.
    """
    try:
        return line.json(decoder, accepted)
    except FormatError as error:
        try:
            values = msgspec.json.decode(line.text)
            if type(values["id"]) is not int:
                raise error from None
            return msgspec.convert(values | {"id": str(values["id"])}, decoder.type)
        except (msgspec.MsgspecError, RecursionError, KeyError, TypeError):
            raise error from None
