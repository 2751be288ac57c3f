"""Names of enum values, and messages as plain Python values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
    from google.protobuf.message import Message

# `FieldDescriptor.TYPE_*`. The class has other names in type checkers than at run time.
_ENUM: Final = 14


def name_of(message: Message, field: str) -> Any:
    """The name of an enum value in a message, such as `duchess` for CHARACTER_CARD_DUCHESS.

    A list gives a tuple of names. The value that means "not set" has the name `unspecified`, and a
    value that this version does not know is named by its number.

    Raises:
        ValueError: The message has no such field, or it is no enum.
    """
    descriptor = message.DESCRIPTOR.fields_by_name.get(field)
    if descriptor is None or descriptor.type != _ENUM:
        raise ValueError(f"{message.DESCRIPTOR.name} has no field {field!r} with an enum")
    return _plain(descriptor, getattr(message, field))


def as_dict(message: Message) -> dict[str, Any]:
    """A message as plain Python values: enum values by name, messages as dictionaries, lists as
    tuples.

    Every field is there, so that rows of a table have the same columns; of a message that is not
    set, and of a field whose absence means something, the value is None. Of a `oneof`, only the
    field that is set is there.
    """
    found: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            if field.containing_oneof is None or _is_optional(field):
                found[field.name] = None
            continue
        found[field.name] = _plain(field, getattr(message, field.name))
    return found


def enum_name(enum: EnumDescriptor, number: int) -> str:
    """The name of a value, in lower case and without the name of the enum."""
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    # In the contract, every value begins with the name of its enum.
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return str(value.name.removeprefix(prefix).lower())


def _is_optional(field: FieldDescriptor) -> bool:
    """Whether a field is `optional`: to protobuf, that is a oneof of one field."""
    oneof = field.containing_oneof
    return oneof is not None and len(oneof.fields) == 1 and oneof.name == f"_{field.name}"


def _plain(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        item = field.message_type.fields_by_name["value"]
        return {key: _plain(item, entry) for key, entry in sorted(value.items())}
    if field.is_repeated:
        return tuple(_plain_item(field, item) for item in value)
    return _plain_item(field, value)


def _plain_item(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None:
        return as_dict(value)
    return enum_name(field.enum_type, value) if field.type == _ENUM else value
