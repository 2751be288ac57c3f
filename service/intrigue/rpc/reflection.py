"""Server reflection: tools such as grpcurl ask the server for its contract.

There are two versions of the service. Newer tools ask for `grpc.reflection.v1` first, and older
ones know only `grpc.reflection.v1alpha`. grpcio-reflection has only v1alpha. The messages of the
two differ only in their package, which is not part of the encoded bytes, so one handler with the
messages of v1alpha answers both. v1 needs only its own descriptor, because reflection must describe
it too. The descriptor is built from that of v1alpha on import. A checked-in proto would need a
generator for a second package, and code that nothing else uses.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, text_format
from grpc_health.v1 import health_pb2  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2 as pb  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from google.protobuf.descriptor import Descriptor, FileDescriptor

    from intrigue.rpc.routes import Routes

# The pool of all generated code. Tools also look for messages that no method mentions, such as the
# details of errors.
_POOL: Final[Any] = descriptor_pool.Default()  # type: ignore[no-untyped-call]


def add_reflection(routes: Routes, services: Sequence[str]) -> None:
    """Lets tools ask the server for its contract, in both versions of the protocol."""
    versions = [file.services_by_name["ServerReflection"] for file in (V1, pb.DESCRIPTOR)]
    reflection = _Reflection(
        (
            *services,
            health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
            *(version.full_name for version in versions),
        )
    )
    handler = grpc.stream_stream_rpc_method_handler(
        reflection.answers,
        request_deserializer=pb.ServerReflectionRequest.FromString,
        response_serializer=pb.ServerReflectionResponse.SerializeToString,
    )
    for version in versions:
        routes.add_service(version, {"ServerReflectionInfo": handler})


def _v1() -> FileDescriptor:
    """The file `grpc/reflection/v1/reflection.proto`."""
    alpha = descriptor_pb2.FileDescriptorProto()
    pb.DESCRIPTOR.CopyToProto(alpha)
    # As text, because the package is also part of each reference to a message.
    text = text_format.MessageToString(alpha).replace(alpha.package, "grpc.reflection.v1")
    file = text_format.Parse(text, descriptor_pb2.FileDescriptorProto())
    file.name = "grpc/reflection/v1/reflection.proto"
    added: FileDescriptor = _POOL.AddSerializedFile(file.SerializeToString())
    return added


V1: Final = _v1()
"""The file of v1, which the library lacks."""


class _Reflection:
    """Answers the requests of a stream, one by one."""

    def __init__(self, services: Sequence[str]) -> None:
        self._services = sorted(services)

    async def answers(self, requests: AsyncIterator[Any], _context: object) -> AsyncIterator[Any]:
        """The method `ServerReflectionInfo`."""
        async for request in requests:
            answer = self._answer(request)
            answer.original_request.CopyFrom(request)
            yield answer

    def _answer(self, request: Any) -> Any:
        kind = request.WhichOneof("message_request")
        # None if nothing was asked, or something that only a later version of the protocol has.
        answer_to = {
            "list_services": self._list_services,
            "file_by_filename": _file_by_filename,
            "file_containing_symbol": _file_containing_symbol,
            "file_containing_extension": _file_containing_extension,
            "all_extension_numbers_of_type": _all_extension_numbers_of_type,
        }.get(kind)
        if answer_to is None:
            return _error(grpc.StatusCode.INVALID_ARGUMENT)
        try:
            return answer_to(getattr(request, kind))
        except KeyError:
            return _error(grpc.StatusCode.NOT_FOUND)

    def _list_services(self, _content: str) -> Any:
        found = [pb.ServiceResponse(name=name) for name in self._services]
        return pb.ServerReflectionResponse(
            list_services_response=pb.ListServiceResponse(service=found)
        )


def _file_by_filename(filename: str) -> Any:
    return _files(_POOL.FindFileByName(_name(filename)))


def _file_containing_symbol(symbol: str) -> Any:
    name = _name(symbol)
    try:
        return _files(_POOL.FindFileContainingSymbol(name))
    except KeyError:
        # The pool finds all symbols but methods.
        service, _, method = name.rpartition(".")
        return _files(
            _POOL.FindServiceByName(service).methods_by_name[method].containing_service.file
        )


def _file_containing_extension(extension: Any) -> Any:
    message = _POOL.FindMessageTypeByName(_name(extension.containing_type))
    return _files(_POOL.FindExtensionByNumber(message, extension.extension_number).file)


def _all_extension_numbers_of_type(containing_type: str) -> Any:
    message = _POOL.FindMessageTypeByName(_name(containing_type))
    numbers = sorted(extension.number for extension in _POOL.FindAllExtensions(message))
    return pb.ServerReflectionResponse(
        all_extension_numbers_response=pb.ExtensionNumberResponse(
            base_type_name=message.full_name, extension_number=numbers
        )
    )


def _name(text: str) -> str:
    """A name to look up; the pool would ignore all that follows a NUL."""
    if "\0" in text:
        raise KeyError(text)
    return text


def _files(file: FileDescriptor) -> Any:
    """The file, and all that it imports."""
    found, pending = {file.name: file}, [file]
    while pending:
        for imported in pending.pop().dependencies:
            if imported.name not in found:
                found[imported.name] = imported
                pending.append(imported)
    return pb.ServerReflectionResponse(
        file_descriptor_response=pb.FileDescriptorResponse(
            file_descriptor_proto=[_serialized(name) for name in found]
        )
    )


@functools.cache
def _serialized(name: str) -> bytes:
    """A file with the JSON names of all fields, as `protoc` writes it to a descriptor set.

    Generated Python code leaves them out. The cache has at most one entry for each file of the
    pool, and these never change.
    """
    file = _POOL.FindFileByName(name)
    proto = descriptor_pb2.FileDescriptorProto()
    file.CopyToProto(proto)
    for extension in proto.extension:
        extension.json_name = file.extensions_by_name[extension.name].json_name
    for message in proto.message_type:
        _add_json_names(message, file.message_types_by_name[message.name])
    return proto.SerializeToString()


def _add_json_names(proto: descriptor_pb2.DescriptorProto, message: Descriptor) -> None:
    for field in proto.field:
        field.json_name = message.fields_by_name[field.name].json_name
    for extension in proto.extension:
        extension.json_name = message.extensions_by_name[extension.name].json_name
    for nested in proto.nested_type:
        _add_json_names(nested, message.nested_types_by_name[nested.name])


def _error(code: grpc.StatusCode) -> Any:
    number, text = code.value
    return pb.ServerReflectionResponse(
        error_response=pb.ErrorResponse(error_code=number, error_message=text)
    )
