"""What is wrong with names of the contract in the languages that it is generated for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto

NAMES = Path(__file__).with_name("names")
LANGUAGES = ("csharp", "go", "java", "rust", "typescript")
LONGEST_GO_NAME = 60

# Methods that every message has in Go; a field of that name would be renamed.
GO_METHODS = frozenset({"Descriptor", "ProtoMessage", "ProtoReflect", "Reset", "String"})
# Accessors that Java has beside those of a field, by what kind of field it is.
JAVA_REPEATED = ("_count", "_list")
JAVA_MAP = ("_count", "_map")
# Members that every message has in C#.
CSHARP_MEMBERS = frozenset({"Parser", "Descriptor", "Types", "Clone", "Equals", "GetHashCode"})


def words(name: str) -> frozenset[str]:
    """A list of names; lines that begin with # are comments."""
    path = NAMES / f"{name}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


# What a language owns: names that are visible in every file, and keywords. Go's are in lower case.
OWNED = {language: words(language) for language in LANGUAGES}
KEYWORDS = {language: words(f"{language}_keywords") for language in LANGUAGES}


def camel(name: str) -> str:
    """A field's name as Go and C# write it."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def shadowing_types(files: Iterable[FileDescriptorProto]) -> Iterator[str]:
    """Types that have a name of a language; a file that uses both could not tell them apart."""
    for file in files:
        names = [message.name for message in file.message_type]
        names += [enum.name for enum in file.enum_type]
        names += [service.name for service in file.service]
        for name in names:
            for language in LANGUAGES:
                if name in OWNED[language] | KEYWORDS[language]:
                    yield f"{file.package}.{name} is a name of {language}"


def keyword_packages(files: Iterable[FileDescriptorProto]) -> Iterator[str]:
    """Packages of which a part is a keyword."""
    for package in sorted({file.package for file in files}):
        for part in package.split("."):
            yield from (
                f"{package} has a keyword of {language}"
                for language in LANGUAGES
                if part in KEYWORDS[language]
            )


def keyword_fields(files: Iterable[FileDescriptorProto]) -> dict[str, set[str]]:
    """Fields and oneofs whose name is a keyword, with the languages."""
    found: dict[str, set[str]] = {}
    for message in messages(files):
        for name in member_names(message):
            languages = {language for language in LANGUAGES if name in KEYWORDS[language]}
            if languages:
                found.setdefault(name, set()).update(languages)
    return found


def clashing_members(files: Iterable[FileDescriptorProto]) -> Iterator[str]:
    """Fields whose accessors have the name of another member, so that a generator renames them."""
    for message in messages(files):
        names = member_names(message)
        for field in message.field:
            for other in sorted(derived(field) & names):
                yield f"{message.name}: {other} clashes with what is generated for {field.name}"
            if camel(field.name) == message.name:
                yield f"{message.name}: {field.name} clashes with the class in C#"
            if camel(field.name) in GO_METHODS | CSHARP_MEMBERS | {"Class"}:
                yield f"{message.name}: {field.name} clashes with a member of every message"
        for oneof in message.oneof_decl:
            if f"{oneof.name}_case" in names:
                yield f"{message.name}: {oneof.name}_case clashes with the oneof {oneof.name}"


def member_names(message: DescriptorProto) -> set[str]:
    """The fields and oneofs of a message, without the oneofs that optional fields bring."""
    oneofs = {oneof.name for oneof in message.oneof_decl if not oneof.name.startswith("_")}
    return {field.name for field in message.field} | oneofs


def derived(field: FieldDescriptorProto) -> set[str]:
    """Names of fields that would clash with the accessors of a field in Go, Java or C#."""
    clashes = {f"get_{field.name}", f"has_{field.name}", f"clear_{field.name}"}
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        endings = (*JAVA_REPEATED, *JAVA_MAP)
        clashes |= {field.name + ending for ending in endings}
    if field.type == FieldDescriptorProto.TYPE_STRING:
        clashes.add(f"{field.name}_bytes")
    if field.type == FieldDescriptorProto.TYPE_ENUM:
        clashes.add(f"{field.name}_value")
    if field.type == FieldDescriptorProto.TYPE_MESSAGE:
        clashes |= {f"{field.name}_builder", f"{field.name}_or_builder"}
    return clashes


def long_go_names(sources: Sequence[str]) -> set[str]:
    """Exported names in Go code that are longer than a line of code has room for."""
    code = "\n".join(re.sub(r"//.*|`[^`]*`|\"(?:\\.|[^\"\\])*\"", "", text) for text in sources)
    return {name for name in re.findall(r"\b[A-Z]\w*", code) if len(name) > LONGEST_GO_NAME}


def messages(files: Iterable[FileDescriptorProto]) -> Iterator[DescriptorProto]:
    """Every message, also nested ones; the entries of maps are no messages to their users."""

    def below(message: DescriptorProto) -> Iterator[DescriptorProto]:
        yield message
        for nested in message.nested_type:
            if not nested.options.map_entry:
                yield from below(nested)

    for file in files:
        for message in file.message_type:
            yield from below(message)
