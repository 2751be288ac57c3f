"""No name of the contract is a name of a language that it is generated for."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import descriptor_pb2
from tests.generated import contract, name_checks

GO_CODE = contract.ROOT / "clients" / "go" / "gen"

# Fields that are a keyword somewhere, and why that is fine. Go, Java and C# write fields in camel
# case with a capital (`Match`, `getMatch`), and TypeScript allows keywords as properties.
KEYWORD_FIELDS = {
    "arguments": "of TypeScript, as a variable only",
    "base": "of C#, which writes Base",
    "boolean": "of Java, which writes getBoolean, and a type of TypeScript",
    "event": "of C#, which writes Event",
    "map": "of Go, which writes Map",
    "match": "of Rust, which writes r#match",
    "move": "of Rust, which writes r#move",
    "open": "of Java in module files only",
    "out": "of C#, which writes Out",
    "record": "of Java in declarations of types only",
}

# C# allows no property with the name of its class, and calls this one Seat_. Everything that has a
# seat calls it `seat`, so the message of a seat does too.
CLASHES = {"Seat: seat clashes with the class in C#"}
LONG_GO_NAMES: set[str] = set()


def planted(**parts: Any) -> list[descriptor_pb2.FileDescriptorProto]:
    return [descriptor_pb2.FileDescriptorProto(name="planted.proto", package="planted.v1", **parts)]


def message(name: str, *fields: str) -> descriptor_pb2.DescriptorProto:
    described = [
        descriptor_pb2.FieldDescriptorProto(
            name=field,
            number=number,
            label=descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL,
            type=descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
        )
        for number, field in enumerate(fields, 1)
    ]
    return descriptor_pb2.DescriptorProto(name=name, field=described)


def test_the_contract_and_the_lists_are_read():
    assert sum(1 for _ in name_checks.messages(contract.files())) > 250
    assert {language: len(names) for language, names in name_checks.OWNED.items()} == {
        "csharp": 464,
        "go": 0,
        "java": 110,
        "rust": 45,
        "typescript": 1746,
    }
    assert min(map(len, name_checks.KEYWORDS.values())) >= 25


def test_no_type_has_a_name_of_a_language():
    assert not list(name_checks.shadowing_types(contract.files()))


def test_no_package_has_a_keyword():
    assert not list(name_checks.keyword_packages(contract.files()))


def test_fields_that_are_keywords_are_known():
    assert name_checks.keyword_fields(contract.files()).keys() == KEYWORD_FIELDS.keys()


def test_fields_do_not_clash_with_what_is_generated():
    assert set(name_checks.clashing_members(contract.files())) == CLASHES


def test_names_in_go_are_short_enough():
    sources = [path.read_text(encoding="utf-8") for path in sorted(GO_CODE.rglob("*.go"))]
    assert len(sources) > 15
    assert name_checks.long_go_names(sources) == LONG_GO_NAMES


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Record", "typescript"),
        ("Record", "java"),
        ("Option", "rust"),
        ("Event", "typescript"),
        ("Document", "typescript"),
        ("Action", "csharp"),
        ("Timer", "csharp"),
        ("Thread", "java"),
        ("Self", "rust"),
    ],
)
def test_a_planted_type_is_caught(name, language):
    expected = f"planted.v1.{name} is a name of {language}"
    enum = descriptor_pb2.EnumDescriptorProto(name=name)
    service = descriptor_pb2.ServiceDescriptorProto(name=name)
    for files in (
        planted(message_type=[message(name)]),
        planted(enum_type=[enum]),
        planted(service=[service]),
    ):
        assert expected in list(name_checks.shadowing_types(files))


@pytest.mark.parametrize(
    "fields",
    [
        ("score", "get_score"),
        ("score", "has_score"),
        ("name", "name_bytes"),
        ("class",),
        ("string",),
        ("planted",),
        ("descriptor",),
    ],
)
def test_a_planted_clash_is_caught(fields):
    assert list(name_checks.clashing_members(planted(message_type=[message("Planted", *fields)])))


def test_planted_keywords_are_caught():
    files = planted(message_type=[message("Planted", "type", "score")])
    assert name_checks.keyword_fields(files).keys() == {"type"}
    files[0].package = "planted.default.v1"
    assert list(name_checks.keyword_packages(files))


def test_a_planted_long_name_is_caught():
    name = "A" + "b" * name_checks.LONGEST_GO_NAME
    assert name_checks.long_go_names([f"type {name} struct {{}}"]) == {name}
    assert not name_checks.long_go_names([f'// {name}\nconst text = "{name}"'])
