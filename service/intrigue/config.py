"""The settings of a server: `INTRIGUE_*` variables, or arguments of `Settings`."""

from __future__ import annotations

import os
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

IN_MEMORY = ":memory:"


class Settings(BaseSettings):
    """Everything that can be set; the defaults suit development on one machine."""

    model_config = SettingsConfigDict(env_prefix="INTRIGUE_", frozen=True, extra="forbid")

    host: str = Field(default="127.0.0.1", description="The address to listen on.")
    port: int = Field(default=50051, ge=0, le=65535, description="The port; 0 takes a free one.")
    database: str = Field(
        default="intrigue.db",
        min_length=1,
        description=(
            "A SQLite file, or the address of a PostgreSQL database (postgresql://user@host/name), "
            f"which several servers may share. {IN_MEMORY} keeps nothing after the server has "
            "stopped."
        ),
    )
    reflection: bool = Field(
        default=True, description="Whether tools may ask the server for its contract."
    )

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"

    heartbeat_seconds: float = Field(
        default=15.0, gt=0, description="How long a watch stream may stay silent."
    )
    watch_buffer: int = Field(
        default=256,
        ge=1,
        description="How far a reader may fall behind before it is closed.",
    )
    live_matches: int = Field(
        default=100_000,
        ge=1,
        description="How many matches stay in memory; others are rebuilt.",
    )
    cached_tokens: int = Field(
        default=200_000, ge=1, description="How many tokens are known without asking the store."
    )
    policy_threads: int = Field(
        default_factory=lambda: os.cpu_count() or 1,
        ge=1,
        description="How many built-in policies may think at the same time.",
    )

    max_message_bytes: int = Field(default=256 * 1024, ge=1024, description="The largest request.")
    max_metadata_bytes: int = Field(
        default=16 * 1024, ge=1024, description="The largest request headers."
    )
    max_concurrent_streams: int = Field(
        default=4096, ge=1, description="How many calls one connection may have open."
    )
    max_pending_requests: int = Field(
        default=10_000, ge=1, description="How many calls may wait to be taken up."
    )
    keepalive_seconds: float = Field(
        default=30.0,
        gt=0,
        description="How long a connection may be silent before it is probed.",
    )
    stop_grace_seconds: float = Field(
        default=5.0, ge=0, description="How long calls in progress may go on when the server stops."
    )
