"""Texts of whole messages, for answers that the core gives in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.descriptor import FieldDescriptor

from intrigue_proto.text.v1.localized_text_pb2 import LocalizedText

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from intrigue.matches import TextOptions


def select_languages(message: Message, texts: TextOptions) -> None:
    """Empties the texts of a message in languages that the caller does not want."""
    if texts.languages is not None:
        _select(message, frozenset(texts.languages))


def _select(message: Message, languages: frozenset[str]) -> None:
    if isinstance(message, LocalizedText):
        for field in LocalizedText.DESCRIPTOR.fields:
            if field.name not in languages:
                message.ClearField(field.name)
        return
    for field, value in message.ListFields():
        if field.type != FieldDescriptor.TYPE_MESSAGE or field.message_type.GetOptions().map_entry:
            continue
        for part in value if field.is_repeated else (value,):
            _select(part, languages)
