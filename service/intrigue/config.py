"""The settings of a server: `INTRIGUE_*` variables, or arguments of `Settings`."""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

if TYPE_CHECKING:
    from collections.abc import Mapping

IN_MEMORY = ":memory:"


class Settings(BaseSettings):
    """Everything that can be set; the defaults suit development on one machine."""

    model_config = SettingsConfigDict(
        env_prefix="INTRIGUE_",
        frozen=True,
        extra="forbid",
        # What was refused may be a secret that is one character too short.
        hide_input_in_errors=True,
    )

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

    poll_seconds: float = Field(
        default=2.0,
        gt=0,
        description="How often a store that is shared is asked for what others have done.",
    )
    scan_logs: bool = Field(
        default=True,
        description="Whether every match's log is read once after the start, to find damage"
        " before somebody runs into it.",
    )

    tls_certificate: Path | None = Field(
        default=None,
        description="The certificate chain, as PEM. With it and its key the port speaks TLS alone;"
        " renewed files are taken up without a restart.",
    )
    tls_key: Path | None = Field(default=None, description="The certificate's private key, as PEM.")
    tls_client_ca: Path | None = Field(
        default=None,
        description="Authorities, as PEM: clients must present a certificate of one of them.",
    )
    operator_token: SecretStr | None = Field(
        default=None,
        min_length=32,
        max_length=256,
        description="The secret of the one who runs the server, 32 characters or more. Better given"
        " by the environment: arguments can be seen by other users of the machine.",
    )

    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is worth a line in the log."
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="For people, or a JSON object a line."
    )
    log_calls: bool = Field(
        default=False,
        description="Whether each call gets a line: its method, status and time, nothing else.",
    )
    metrics_host: str = Field(
        default="127.0.0.1", description="The address of the pages /metrics, /ready and /live."
    )
    metrics_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="The port of these pages; 0 takes a free one, without it there are none.",
    )
    otel_endpoint: str | None = Field(
        default=None,
        min_length=1,
        description="Where spans are sent by OTLP over gRPC, such as http://localhost:4317; takes"
        " the extra `otel`.",
    )

    documents: Annotated[tuple[Path, ...], NoDecode] = Field(
        default=(),
        description="A folder with documents that options may name: every .toml and .json file"
        " below FOLDER/GAME/OPTION. Several folders are given one by one, or in the variable with"
        f" {os.pathsep} between.",
    )
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

    open_simulation: bool = Field(
        default=True,
        description="Whether anybody may simulate, step batches and have views analysed; otherwise"
        " it takes the operator's token. Seats may have their own view analysed all the same.",
    )
    simulation_threads: int = Field(
        default_factory=lambda: os.cpu_count() or 1,
        ge=1,
        description="How many threads simulations, batches and analyses share. They give way to"
        " everything else.",
    )
    max_simulations: int = Field(
        default=16, ge=1, description="How many simulations may run at the same time."
    )
    max_simulation_games: int = Field(
        default=100_000_000, ge=1, description="How many matches one of them may ask for."
    )
    max_simulation_seconds: float = Field(
        default=600.0,
        gt=0,
        description="How much processor time one of them may take, over all threads.",
    )
    max_analyses: int = Field(
        default=64,
        ge=1,
        description="How many analyses and samples of worlds may be asked for at the same time.",
    )
    max_worlds: int = Field(
        default=1000, ge=1, description="How many worlds may be sampled in one call."
    )
    max_batches: int = Field(
        default=64, ge=1, description="How many batches there may be, streams and leases."
    )
    max_batch_lanes: int = Field(
        default=16_384, ge=1, description="How many lanes one of them may have."
    )
    max_batch_sims: int = Field(
        default=1_000_000,
        ge=0,
        description="How many simulations a policy may make in all lanes of a batch together, if"
        " it decides once in each; 0: any number.",
    )
    batch_idle_seconds: float = Field(
        default=300.0, gt=0, description="How long a batch is kept without being used."
    )
    max_answer_bytes: int = Field(
        default=4_000_000,
        ge=1024,
        description="The largest answer of a batch or of sampled worlds. Clients take 4 MiB unless"
        " they are told to take more.",
    )
    max_policy_sims: int = Field(
        default=20_000,
        ge=0,
        description="How many simulations a policy may make for a decision, at a seat, in a"
        " simulation or in an analysis; 0: any number.",
    )
    max_policy_ms: int = Field(
        default=5_000,
        ge=0,
        description="How many milliseconds it may ask for; 0: any number.",
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
    max_call_seconds: float = Field(
        default=30.0,
        ge=0,
        description="How long a unary call may take, from its first byte to its answer; 0: as long"
        " as its caller waits.",
    )
    max_inflight: int = Field(
        default=8192, ge=0, description="How many unary calls may be in progress; 0: any number."
    )
    max_inflight_per_peer: int = Field(
        default=0,
        ge=0,
        description="How many of them from one address, until it has taken the answers; 0: any"
        " number.",
    )
    max_streams: int = Field(
        default=32_768, ge=0, description="How many streams may be open; 0: any number."
    )
    max_streams_per_peer: int = Field(
        default=0, ge=0, description="How many of them from one address; 0: any number."
    )
    max_streams_per_token: int = Field(
        default=0, ge=0, description="How many of them with one token; 0: any number."
    )
    peer_requests_per_second: float = Field(
        default=0.0, ge=0, description="Calls a second from one address; 0: any number."
    )
    peer_burst: int = Field(
        default=200, ge=1, description="How many calls an address may make at once before that."
    )
    token_requests_per_second: float = Field(
        default=0.0, ge=0, description="Calls a second with one token; 0: any number."
    )
    token_burst: int = Field(
        default=100, ge=1, description="How many calls a token may make at once before that."
    )
    unknown_tokens_per_second: float = Field(
        default=0.0,
        ge=0,
        description="Calls a second with a wrong token from one address; above it, all its calls"
        " with a token are refused for a while; 0: any number.",
    )
    unknown_tokens_burst: int = Field(
        default=20, ge=1, description="How many wrong tokens an address may try before that."
    )
    trusted_proxies: str = Field(
        default="",
        description="Addresses or networks of proxies, with commas between. What they say in"
        " x-forwarded-for is the caller's address.",
    )

    keepalive_seconds: float = Field(
        default=30.0,
        gt=0,
        description="How long a connection may be silent before it is probed.",
    )
    keepalive_timeout_seconds: float = Field(
        default=20.0, gt=0, description="How long a probe may stay unanswered."
    )
    min_ping_seconds: float = Field(
        default=10.0, ge=0, description="How often a client may probe a connection without calls."
    )
    handshake_seconds: float = Field(
        default=20.0, gt=0, description="How long a new connection may take to introduce itself."
    )
    max_connection_idle_seconds: float = Field(
        default=0.0, ge=0, description="A connection without calls is closed after this; 0: never."
    )
    max_connection_age_seconds: float = Field(
        default=0.0, ge=0, description="Any connection is closed after about this; 0: never."
    )
    max_connection_age_grace_seconds: float = Field(
        default=30.0, gt=0, description="How long its calls may still go on then."
    )
    drain_seconds: float = Field(
        default=0.0,
        ge=0,
        description="When the server stops, how long it says so and still serves, so that a load"
        " balancer can turn elsewhere.",
    )
    stop_grace_seconds: float = Field(
        default=5.0, ge=0, description="How long calls in progress may go on when the server stops."
    )

    @field_validator("documents", mode="before")
    @classmethod
    def _are_folders(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(filter(None, value.split(os.pathsep)))
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        for network in filter(None, map(str.strip, value.split(","))):
            ipaddress.ip_network(network)
        return value

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if (self.tls_certificate is None) != (self.tls_key is None):
            raise ValueError("tls_certificate and tls_key come together")
        if self.tls_client_ca is not None and self.tls_certificate is None:
            raise ValueError("tls_client_ca takes tls_certificate and tls_key")
        return self


GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Network": ("host", "port", "reflection"),
    "Storage": ("database", "poll_seconds", "scan_logs", "live_matches", "cached_tokens"),
    "Matches": ("documents", "policy_threads", "heartbeat_seconds", "watch_buffer"),
    "Simulation": (
        "open_simulation",
        "simulation_threads",
        "max_simulations",
        "max_simulation_games",
        "max_simulation_seconds",
        "max_analyses",
        "max_worlds",
        "max_batches",
        "max_batch_lanes",
        "max_batch_sims",
        "batch_idle_seconds",
        "max_answer_bytes",
        "max_policy_sims",
        "max_policy_ms",
    ),
    "TLS and operator": ("tls_certificate", "tls_key", "tls_client_ca", "operator_token"),
    "Logs, metrics and traces": (
        "log_level",
        "log_format",
        "log_calls",
        "metrics_host",
        "metrics_port",
        "otel_endpoint",
    ),
    "Limits": (
        "max_message_bytes",
        "max_metadata_bytes",
        "max_concurrent_streams",
        "max_pending_requests",
        "max_call_seconds",
        "max_inflight",
        "max_inflight_per_peer",
        "max_streams",
        "max_streams_per_peer",
        "max_streams_per_token",
        "peer_requests_per_second",
        "peer_burst",
        "token_requests_per_second",
        "token_burst",
        "unknown_tokens_per_second",
        "unknown_tokens_burst",
        "trusted_proxies",
    ),
    "Connections": (
        "keepalive_seconds",
        "keepalive_timeout_seconds",
        "min_ping_seconds",
        "handshake_seconds",
        "max_connection_idle_seconds",
        "max_connection_age_seconds",
        "max_connection_age_grace_seconds",
    ),
    "Stopping": ("drain_seconds", "stop_grace_seconds"),
}
"""All settings, in the order in which they are shown."""
