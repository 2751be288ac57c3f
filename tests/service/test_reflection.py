"""Server reflection, as tools use it: in two versions that answer the same."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.api import annotations_pb2  # type: ignore[import-untyped]
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from grpc_reflection.v1alpha import reflection_pb2  # type: ignore[import-untyped]
from tests.service.conftest import refused

from intrigue.rpc import reflection

ALPHA = reflection_pb2.DESCRIPTOR
VERSIONS = pytest.mark.parametrize("version", [reflection.V1, ALPHA], ids=["v1", "v1alpha"])
SERVICES = [
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
    "intrigue.v1.CatalogService",
    "intrigue.v1.MatchService",
    "intrigue.v1.RecordService",
    "intrigue.v1.SimulationService",
]
MATCH_SERVICE = "intrigue/v1/match_service.proto"
NOT_FOUND = grpc.StatusCode.NOT_FOUND.value[0]
INVALID_ARGUMENT = grpc.StatusCode.INVALID_ARGUMENT.value[0]


def message_of(version: Any, name: str) -> Any:
    return message_factory.GetMessageClass(version.message_types_by_name[name])


def request_of(version: Any, **fields: Any) -> Any:
    return message_of(version, "ServerReflectionRequest")(**fields)


async def ask(client: Any, version: Any, *requests: Any) -> list[Any]:
    """The answers to requests that are sent on one stream."""
    service = version.services_by_name["ServerReflection"].full_name
    call = client.channel.stream_stream(
        f"/{service}/ServerReflectionInfo",
        request_serializer=lambda request: request.SerializeToString(),
        response_deserializer=message_of(version, "ServerReflectionResponse").FromString,
    )
    return [answer async for answer in call(iter(requests))]


async def ask_one(client: Any, version: Any, **fields: Any) -> Any:
    request = request_of(version, **fields)
    (answer,) = await ask(client, version, request)
    assert answer.original_request == request
    return answer


def files_of(answer: Any) -> list[descriptor_pb2.FileDescriptorProto]:
    assert answer.WhichOneof("message_response") == "file_descriptor_response"
    return [
        descriptor_pb2.FileDescriptorProto.FromString(raw)
        for raw in answer.file_descriptor_response.file_descriptor_proto
    ]


def fields_of(message: Any) -> list[descriptor_pb2.FieldDescriptorProto]:
    nested = [field for inner in message.nested_type for field in fields_of(inner)]
    return [*message.field, *message.extension, *nested]


@VERSIONS
async def test_all_services_are_listed(client, version):
    answer = await ask_one(client, version, list_services="")
    assert [service.name for service in answer.list_services_response.service] == SERVICES


@VERSIONS
@pytest.mark.parametrize(
    "symbol",
    [
        "intrigue.v1.MatchService",
        "intrigue.v1.MatchService.Act",
        "intrigue.v1.ActRequest",
        "intrigue.v1.ActRequest.match_id",
    ],
)
async def test_a_symbol_leads_to_its_file(client, version, symbol):
    answer = await ask_one(client, version, file_containing_symbol=symbol)
    assert files_of(answer)[0].name == MATCH_SERVICE
    by_name = await ask_one(client, version, file_by_filename=MATCH_SERVICE)
    assert answer.file_descriptor_response == by_name.file_descriptor_response


@VERSIONS
async def test_details_of_errors_are_described(client, version):
    answer = await ask_one(client, version, file_containing_symbol="google.rpc.ErrorInfo")
    assert files_of(answer)[0].name == "google/rpc/error_details.proto"


@VERSIONS
async def test_imports_come_along_and_can_be_fetched(client, version):
    """Every service can be built from its answer alone, and each file in it from its own."""
    for service in SERVICES:
        answer = await ask_one(client, version, file_containing_symbol=service)
        files = {file.name: file for file in files_of(answer)}
        imports = {name for file in files.values() for name in file.dependency}
        assert imports <= set(files)
        for name, file in files.items():
            one = await ask_one(client, version, file_by_filename=name)
            assert files_of(one)[0] == file
        assert build(files).FindServiceByName(service).methods


def build(files: dict[str, Any]) -> Any:
    pool: Any = descriptor_pool.DescriptorPool()
    added: set[str] = set()

    def add(name: str) -> None:
        if name not in added:
            added.add(name)
            for imported in files[name].dependency:
                add(imported)
            pool.AddSerializedFile(files[name].SerializeToString())

    for name in files:
        add(name)
    return pool


@VERSIONS
async def test_every_field_has_its_json_name(client, version):
    checked: dict[str, str] = {}
    for symbol in [*SERVICES, "google.protobuf.FieldDescriptorProto"]:
        answer = await ask_one(client, version, file_containing_symbol=symbol)
        for file in files_of(answer):
            fields = [field for message in file.message_type for field in fields_of(message)]
            for field in [*fields, *file.extension]:
                assert field.json_name, f"{file.name}: {field.name}"
                checked[field.name] = field.json_name
    assert checked["match_id"] == "matchId"
    assert checked["file_containing_symbol"] == "fileContainingSymbol"
    assert checked["json_name"] == "jsonName"


@VERSIONS
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"file_containing_symbol": "intrigue.v1.NoSuchService"}, NOT_FOUND),
        ({"file_containing_symbol": "intrigue.v1.MatchService.NoSuchMethod"}, NOT_FOUND),
        ({"file_containing_symbol": "intrigue.v1.MatchService\0"}, NOT_FOUND),
        ({"file_containing_symbol": "intrigue.v1.MatchService.Act\0"}, NOT_FOUND),
        ({"file_containing_symbol": ""}, NOT_FOUND),
        ({"file_containing_symbol": "."}, NOT_FOUND),
        ({"file_by_filename": "intrigue/v1/no_such_file.proto"}, NOT_FOUND),
        ({"file_by_filename": f"{MATCH_SERVICE}\0"}, NOT_FOUND),
        ({"file_by_filename": ""}, NOT_FOUND),
        ({"all_extension_numbers_of_type": "intrigue.v1.NoSuchMessage"}, NOT_FOUND),
        ({"file_containing_extension": {}}, NOT_FOUND),
        (
            {
                "file_containing_extension": {
                    "containing_type": "intrigue.v1.ActRequest",
                    "extension_number": -1,
                }
            },
            NOT_FOUND,
        ),
        ({}, INVALID_ARGUMENT),
        ({"host": "localhost"}, INVALID_ARGUMENT),
    ],
)
async def test_a_bad_request_gets_an_error_and_the_stream_goes_on(client, version, fields, code):
    bad, good = request_of(version, **fields), request_of(version, list_services="")
    first, second = await ask(client, version, bad, good)
    assert first.WhichOneof("message_response") == "error_response"
    assert first.error_response.error_code == code
    assert first.error_response.error_message
    assert first.original_request == bad
    assert second.WhichOneof("message_response") == "list_services_response"


@VERSIONS
async def test_extensions_are_found(client, version):
    """With one of a package that the server does not use, in the pool that it shares with us."""
    number = annotations_pb2.http.number
    name = "google.protobuf.MethodOptions"
    answer = await ask_one(client, version, all_extension_numbers_of_type=name)
    assert number in answer.all_extension_numbers_response.extension_number
    wanted = {"containing_type": name, "extension_number": number}
    answer = await ask_one(client, version, file_containing_extension=wanted)
    file = files_of(answer)[0]
    assert file.name == "google/api/annotations.proto"
    assert [extension.json_name for extension in file.extension] == ["http"]


@VERSIONS
async def test_a_message_without_extensions_has_no_numbers(client, version):
    name = "intrigue.v1.ActRequest"
    answer = await ask_one(client, version, all_extension_numbers_of_type=name)
    assert answer.all_extension_numbers_response.base_type_name == name
    assert not answer.all_extension_numbers_response.extension_number


async def test_both_versions_answer_the_same(client):
    questions: list[dict[str, Any]] = [
        {"list_services": ""},
        *({"file_containing_symbol": service} for service in SERVICES),
        {"file_containing_symbol": "intrigue.v1.MatchService.Act"},
        {"file_by_filename": reflection.V1.name},
        {"file_by_filename": ALPHA.name},
        {"file_by_filename": "no_such_file.proto"},
        {"all_extension_numbers_of_type": "google.protobuf.MethodOptions"},
        {},
    ]
    one, other = [
        await ask(client, version, *(request_of(version, **fields) for fields in questions))
        for version in (reflection.V1, ALPHA)
    ]
    assert len(one) == len(questions)
    assert [answer.SerializeToString() for answer in one] == [
        answer.SerializeToString() for answer in other
    ]


def test_v1_differs_from_v1alpha_in_names_alone():
    one, other = [
        descriptor_pb2.FileDescriptorProto.FromString(version.serialized_pb)
        for version in (reflection.V1, ALPHA)
    ]
    assert one.name == "grpc/reflection/v1/reflection.proto"
    assert one.package == "grpc.reflection.v1"
    assert "v1alpha" not in str(one)
    for file in (one, other):
        package = f".{file.package}."
        for message in file.message_type:
            for field in message.field:
                field.type_name = field.type_name.removeprefix(package)
        (service,) = file.service
        (method,) = service.method
        method.input_type = method.input_type.removeprefix(package)
        method.output_type = method.output_type.removeprefix(package)
        file.name = file.package = ""
    assert one == other


@VERSIONS
async def test_reflection_is_a_setting(deployment, version):
    request = request_of(version, list_services="")
    async with deployment.served(reflection=True) as client:
        assert await ask(client, version, request)
    async with (
        deployment.served(reflection=False) as client,
        refused("UNIMPLEMENTED", "UNKNOWN_METHOD"),
    ):
        await ask(client, version, request)
