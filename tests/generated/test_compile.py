"""Code that is generated from the contract compiles, where the machine has the compiler."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests import processes, toolchains
from tests.generated import contract

if TYPE_CHECKING:
    from collections.abc import Mapping

GO_CLIENT = contract.ROOT / "clients" / "go"
TYPESCRIPT = Path(__file__).with_name("typescript")
COMPILE_SECONDS = 3 * processes.PATIENCE_SECONDS

# The release of protobuf that has the same generators as grpcio-tools, which lacks those of Java
# and C#. Maven Central has it for Java (4.31.1), and so has NuGet for C# (3.31.1).
PROTOBUF = "31.1"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
HASHES = {
    "protobuf-java-4.31.1.jar": "d60dfe7c68a0d38a248cca96924f289dc7e1966a887ee7cae397701af08575ae",
    "protoc-4.31.1-linux-x86_64.exe": (
        "caaf8517e57c57d34a7d6f0544172d9051abf58556aa35c70d3fb0d824b8cfbb"
    ),
}
CSHARP_PROJECT = """
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net{version}.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Google.Protobuf" Version="3.31.1" />
    <PackageReference Include="Grpc.Tools" Version="2.72.0" PrivateAssets="all" />
    <Protobuf Include="{contract}/intrigue/**/*.proto" ProtoRoot="{contract}" GrpcServices="None" />
  </ItemGroup>
</Project>
"""


def run(
    *command: str | Path,
    cwd: Path,
    first_on_path: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> str:
    environment = {**os.environ, **(variables or {})}
    if first_on_path is not None:
        environment["PATH"] = f"{first_on_path}{os.pathsep}{environment['PATH']}"
    finished = processes.run(command, cwd=cwd, env=environment, timeout=COMPILE_SECONDS, check=True)
    return finished.stdout


def test_go_is_up_to_date_and_compiles():
    found = toolchains.find("go")
    if found is not None:
        programs = {"PYTHON": sys.executable, "GO": str(found["go"])}
        run(GO_CLIENT / "generate", "--check", cwd=GO_CLIENT, variables=programs)
        run(found["go"], "build", "./gen/...", cwd=GO_CLIENT)


def installed_node_modules(node: dict[str, Path]) -> Path:
    """The packages of the TypeScript compiler and generator, as the lock has them."""
    lock = (TYPESCRIPT / "package-lock.json").read_bytes()
    target = contract.INSTALLED / f"typescript-{hashlib.sha256(lock).hexdigest()[:16]}"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            staging = Path(folder) / "typescript"
            staging.mkdir()
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(TYPESCRIPT / name, staging)
            options = ("--no-audit", "--no-fund", "--ignore-scripts")
            run(node["npm"], "ci", *options, cwd=staging, first_on_path=node["node"].parent)
            staging.rename(target)
    return target / "node_modules"


def test_typescript_compiles_and_runs(tmp_path):
    node = toolchains.find("node")
    if node is None:
        return
    packages = installed_node_modules(node)
    (tmp_path / "node_modules").symlink_to(packages)
    for name in ("package.json", "tsconfig.json", "round_trip.ts"):
        shutil.copy(TYPESCRIPT / name, tmp_path)
    generated = tmp_path / "generated"
    generated.mkdir()
    contract.generate(
        f"--plugin=protoc-gen-es={packages / '.bin' / 'protoc-gen-es'}",
        f"--es_out={generated}",
        "--es_opt=target=ts,import_extension=js",
        first_on_path=node["node"].parent,
    )
    assert len(list(generated.rglob("*_pb.ts"))) == len(contract.sources())
    run(node["node"], packages / "typescript" / "bin" / "tsc", "--strict", "-p", ".", cwd=tmp_path)
    printed = run(node["node"], Path("compiled") / "round_trip.js", cwd=tmp_path)
    assert printed == "CreateMatch own\n"


def test_the_typescript_lock_has_hashes_and_no_addresses():
    lock = (TYPESCRIPT / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"integrity"') == lock.count('"node_modules/') > 5


def from_maven(maven: Path, artifact: str, file: str) -> Path:
    """A file of Maven Central; it is fetched once, and checked if its hash is known."""
    folder = contract.INSTALLED / "maven"
    target = folder / file
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        options = ("--quiet", "--batch-mode", f"-Dmaven.repo.local={folder / 'repository'}")
        run(
            *(maven, *options, COPY),
            *(f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"),
            cwd=folder,
        )
    found = hashlib.sha256(target.read_bytes()).hexdigest()
    assert found == HASHES.get(file, found), f"{file} is not what it was"
    return target


def protoc(maven: Path) -> Path:
    """The proto compiler with all its generators."""
    system = {"Darwin": "osx", "Windows": "windows"}.get(platform.system(), "linux")
    machine = "aarch_64" if platform.machine() in {"arm64", "aarch64"} else "x86_64"
    place = f"{system}-{machine}"
    artifact = f"com.google.protobuf:protoc:4.{PROTOBUF}:exe:{place}"
    program = from_maven(maven, artifact, f"protoc-4.{PROTOBUF}-{place}.exe")
    program.chmod(0o755)
    return program


def test_java_compiles(tmp_path):
    java = toolchains.find("java")
    if java is None:
        return
    artifact = f"com.google.protobuf:protobuf-java:4.{PROTOBUF}"
    library = from_maven(java["mvn"], artifact, f"protobuf-java-4.{PROTOBUF}.jar")
    contract.generate(f"--java_out={tmp_path}", compiler=protoc(java["mvn"]))
    sources = sorted(tmp_path.rglob("*.java"))
    assert len(sources) > 500
    # Everything is checked, and no class is written: that is what takes the time.
    quick = ("-J-XX:TieredStopAtLevel=1", "-XDshould-stop.ifNoError=FLOW", "-proc:none")
    run(java["javac"], *quick, "-nowarn", "-cp", library, "-d", tmp_path, *sources, cwd=tmp_path)


def test_csharp_is_generated_and_compiles(tmp_path):
    java = toolchains.find("java")
    if java is not None:
        contract.generate(f"--csharp_out={tmp_path}", compiler=protoc(java["mvn"]))
        assert len(list(tmp_path.glob("*.cs"))) == len(contract.sources())
    dotnet = toolchains.find("dotnet")
    if dotnet is not None:
        version = run(dotnet["dotnet"], "--version", cwd=tmp_path).partition(".")[0]
        folder = tmp_path / "project"
        folder.mkdir()
        project = CSHARP_PROJECT.format(version=version, contract=contract.CONTRACT)
        (folder / "generated.csproj").write_text(project.strip(), encoding="utf-8")
        run(dotnet["dotnet"], "build", "--nologo", cwd=folder)
