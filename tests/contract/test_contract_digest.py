"""The server starts only with an SDK that has the contract that it was built with."""

from __future__ import annotations

import signal
import subprocess
import sys
from importlib import metadata

import pytest
from google.protobuf import descriptor_pb2
from tests import processes
from tests.contract import contract_source
from tests.e2e.served import announcement

import intrigue_proto
from intrigue import contract_digest

SERVE = ["serve", "--port", "0", "--database", ":memory:"]
# Runs the program with an SDK that has another digest, or none.
WITH_ANOTHER_DIGEST = """
import sys
import intrigue_proto
intrigue_proto.CONTRACT_DIGEST = "0123456789abcdef"
from intrigue.cli import main
main()
"""
WITHOUT_A_DIGEST = WITH_ANOTHER_DIGEST.replace(
    "from intrigue.cli", "del intrigue_proto.CONTRACT_DIGEST\nfrom intrigue.cli"
)


@pytest.fixture(scope="module")
def gen():
    return contract_source.generator()


def test_both_packages_have_the_digest_of_the_contract(gen, tmp_path):
    digest = gen.contract_digest(gen.compile_contract(tmp_path / "contract.binpb"))
    assert digest == intrigue_proto.CONTRACT_DIGEST
    assert digest == contract_digest.CONTRACT_DIGEST


def test_the_digest_changes_with_a_field_and_not_with_a_comment_or_the_order(gen):
    def file(name: str, field: str, comment: str) -> descriptor_pb2.FileDescriptorProto:
        found = descriptor_pb2.FileDescriptorProto(name=name)
        found.message_type.add(name="Message").field.add(name=field, number=1)
        found.source_code_info.location.add(leading_comments=comment)
        return found

    one, other = file("a.proto", "x", "first"), file("b.proto", "y", "second")
    digest = gen.contract_digest([one, other])
    assert gen.contract_digest([other, file("a.proto", "x", "third")]) == digest
    assert gen.contract_digest([one, file("b.proto", "z", "second")]) != digest


def test_a_server_with_its_own_sdk_starts():
    command = [sys.executable, "-m", "intrigue.cli", *SERVE]
    with processes.Child(command, stdout=subprocess.PIPE, text=True) as server:
        announcement(server)
        server.send_signal(signal.SIGTERM)
        assert server.wait(processes.PATIENCE_SECONDS) == 0


@pytest.mark.parametrize(
    ("program", "digest"), [(WITH_ANOTHER_DIGEST, "0123456789ab"), (WITHOUT_A_DIGEST, "none")]
)
@pytest.mark.parametrize(
    ("lang", "start", "advice"),
    [
        ("en", "Error: Can't start the server: ", "install the SDK of this server with"),
        (
            "fr",
            "Erreur : Impossible de démarrer le serveur : ",
            "installez le SDK de ce serveur avec",
        ),
    ],
)
def test_a_server_with_another_sdk_refuses_to_start(program, digest, lang, start, advice):
    run = processes.run([sys.executable, "-c", program, *SERVE, "--lang", lang])
    said = " ".join(run.stderr.split())
    server, sdk = metadata.version("intrigue"), metadata.version("intrigue-sdk")
    assert run.returncode == 1
    assert run.stdout == ""
    assert said.startswith(start)
    assert f"intrigue {server} " in said
    assert f"intrigue-sdk {sdk} " in said
    assert f"{contract_digest.CONTRACT_DIGEST[:12]}, {digest})" in said
    assert advice in said
    assert f"pip install --force-reinstall intrigue-sdk=={server}" in said
