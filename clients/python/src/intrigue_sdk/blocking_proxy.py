"""Makes blocking classes from asyncio classes.

A blocking object wraps an asyncio object and runs its methods in the event loop of a thread.
"""

from __future__ import annotations

import functools
import inspect
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from typing import Self

    from intrigue_sdk.loop_thread import LoopThread

T = TypeVar("T")

BLOCKING_CLASSES: Final[dict[type, type]] = {}
"""The blocking class for each asyncio class."""


class BlockingProxy:
    """Wraps an asyncio object. Each method waits for its counterpart in the event loop."""

    def __init__(self, thread: LoopThread, wrapped: Any) -> None:
        self._thread = thread
        self._wrapped = wrapped


class ClosableBlockingProxy(BlockingProxy):
    """A proxy for use with `with`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the wrapped object."""
        self._thread.run(self._wrapped.close())


def blocking_version_of(asyncio_class: type) -> Callable[[type[T]], type[T]]:
    """Decorates a class: adds each public member of `asyncio_class` that it does not define.

    Coroutine functions become methods that wait, and asynchronous generators become generators.
    Asyncio objects in results are replaced by their blocking versions.
    """

    def add_members(blocking_class: type[T]) -> type[T]:
        BLOCKING_CLASSES[asyncio_class] = blocking_class
        if not is_dataclass(asyncio_class):
            for name, member in vars(asyncio_class).items():
                # What asyncio calls `aclose` is the `close` of the blocking class.
                if not name.startswith("_") and name not in {*vars(blocking_class), "aclose"}:
                    setattr(blocking_class, name, _blocking_member(name, member))
        return blocking_class

    return add_members


def _blocking_member(name: str, member: Any) -> object:
    if isinstance(member, property):
        return property(lambda proxy: getattr(proxy._wrapped, name), doc=member.__doc__)  # noqa: SLF001

    @functools.wraps(member)
    def method(proxy: BlockingProxy, *arguments: Any, **keywords: Any) -> Any:
        thread = proxy._thread  # noqa: SLF001
        result = getattr(proxy._wrapped, name)(*arguments, **keywords)  # noqa: SLF001
        if inspect.isasyncgen(result):
            return _iterate(thread, result)
        return _wrap(thread, thread.run(result) if inspect.iscoroutine(result) else result)

    return method


def _iterate(thread: LoopThread, items: AsyncIterator[T]) -> Iterator[T]:
    async def read_next() -> T | None:
        return await anext(items, None)

    while (item := thread.run(read_next())) is not None:
        yield item


def _wrap(thread: LoopThread, value: Any) -> Any:
    """Replaces asyncio objects by their blocking versions, also in dicts and dataclasses."""
    if isinstance(value, dict):
        return {key: _wrap(thread, item) for key, item in value.items()}
    blocking_class = BLOCKING_CLASSES.get(type(value))
    if blocking_class is None:
        return value
    if is_dataclass(value):
        values = {field.name: getattr(value, field.name) for field in fields(value)}
        return blocking_class(**_wrap(thread, values))
    return blocking_class(thread, value)
