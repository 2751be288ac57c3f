"""Writes `intrigue_sdk/blocking.pyi`: the types of the blocking client.

The blocking classes get their methods from the asyncio classes while the program runs. The stub
shows the same methods to editors and type checkers: `async def` becomes `def`, and handles become
blocking handles. `--check` writes nothing and fails if the file is stale.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from intrigue_sdk import batch, blocking, client, handles, watch
from intrigue_sdk.blocking_proxy import BLOCKING_CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

STUB = Path(blocking.__file__).with_suffix(".pyi")
HEADER = '"""The types of `blocking.py`. `make gen` writes this file."""\n\n'
SOURCES = (batch, client, handles, watch, blocking)
RENAMED = {
    **{old.__name__: new.__name__ for old, new in BLOCKING_CLASSES.items()},
    "AsyncIterator": "Iterator",
}
ASYNCIO_CLASSES = {new.__name__: old for old, new in BLOCKING_CLASSES.items()}

T = TypeVar("T", bound=ast.AST)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> int:
    """Writes or checks the stub; returns the exit status."""
    text = generate()
    if "--check" not in sys.argv[1:]:
        STUB.write_text(text, encoding="utf-8")
    elif not STUB.exists() or STUB.read_text(encoding="utf-8") != text:
        print(f"stale: {STUB.name}; run `make gen` and commit.", file=sys.stderr)
        return 1
    return 0


def generate() -> str:
    """The text of the stub."""
    body: list[ast.stmt] = []
    for node in ast.parse(inspect.getsource(blocking)).body:
        if isinstance(node, ast.ClassDef):
            body.append(stub_class(node))
        elif isinstance(node, ast.FunctionDef):
            body.append(stub_function(node))
        elif isinstance(node, ast.Assign):
            body.append(node)
    used = {name.id for node in body for name in ast.walk(node) if isinstance(name, ast.Name)}
    imports = {name: text for source in SOURCES for name, text in importable(source)}
    lines = [text for name, text in imports.items() if name in used - set(ASYNCIO_CLASSES)]
    module = ast.fix_missing_locations(ast.Module(body, []))
    return formatted(HEADER + "\n".join([*lines, ast.unparse(module)]))


def stub_class(node: ast.ClassDef) -> ast.ClassDef:
    """A class of the stub: what `blocking.py` defines, then what the asyncio class adds."""
    asyncio_class = ASYNCIO_CLASSES[node.name]
    source = ast.parse(inspect.getsource(asyncio_class)).body[0]
    assert isinstance(source, ast.ClassDef)
    defined = {member.name for member in node.body if isinstance(member, Function)}
    own = [stub_function(member) for member in node.body if isinstance(member, Function)]
    added = [
        stub_function(member)
        for member in source.body
        if isinstance(member, Function)
        and not member.name.startswith("_")
        and member.name not in {*defined, "aclose"}
    ]
    fields = [stub_field(member) for member in source.body if isinstance(member, ast.AnnAssign)]
    node.body = [node.body[0], *fields, *own, *added]
    node.decorator_list = []
    if fields:
        # A dataclass does not inherit its fields: their types differ from the asyncio class.
        node.bases = []
        node.decorator_list = [ast.parse("dataclass(frozen=True)", mode="eval").body]
    return node


def stub_field(node: ast.AnnAssign) -> ast.AnnAssign:
    """A field of a dataclass."""
    return ast.AnnAssign(node.target, renamed(node.annotation), node.value, node.simple)


def stub_function(node: Function) -> ast.FunctionDef:
    """The signature and the docstring of a function."""
    arguments = renamed(node.args)
    arguments.defaults = [stub_default(value) for value in arguments.defaults]
    arguments.kw_defaults = [value and stub_default(value) for value in arguments.kw_defaults]
    has_docstring = ast.get_docstring(node) is not None
    changed = {
        "args": arguments,
        "body": [node.body[0] if has_docstring else ast.Expr(ast.Constant(...))],
        "returns": node.returns and renamed(node.returns),
    }
    return ast.FunctionDef(**(vars(node) | changed))


def stub_default(node: ast.expr) -> ast.expr:
    """A default value as a stub has it: literals stay, anything else is `...`."""
    is_literal = isinstance(node, ast.Constant) or ast.unparse(node) == "()"
    return node if is_literal else ast.Constant(...)


def renamed(node: T) -> T:
    """The annotations with blocking classes in place of asyncio classes."""
    for name in ast.walk(node):
        if isinstance(name, ast.Name):
            name.id = RENAMED.get(name.id, name.id)
    return node


def importable(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Each name that a module imports or defines, with the statement that imports it."""
    tree = ast.parse(inspect.getsource(module))
    for statement in tree.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            yield name, f"from {module.__name__} import {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = RENAMED.get(alias.name, alias.name)
                yield name, f"from {node.module} import {name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, f"import {alias.name}"


def formatted(text: str) -> str:
    """The text as the formatter of the repository leaves it."""
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "--quiet", "--fix-only"], ["format", "--quiet"]):
        text = subprocess.run(
            [*ruff, *command, "--stdin-filename", str(STUB), "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return text


if __name__ == "__main__":
    sys.exit(main())
