"""How the server listens, from its settings: options of the library, the call_policy, the port."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from intrigue import tls
from intrigue.rpc.calls import Calls
from intrigue.rpc.interceptor import CallPolicy
from intrigue.rpc.rate_limits import CallLimits, Limiter, Rate

if TYPE_CHECKING:
    import grpc

    from intrigue.config import Settings
    from intrigue.metrics import Metrics
    from intrigue.rpc.tracing import Tracing


def options(settings: Settings) -> list[tuple[str, int]]:
    """What the gRPC library is told."""
    options = [
        # Otherwise a second server on the same port would start, and get half of the calls.
        ("grpc.so_reuseport", 0),
        # The guard refuses in words what is too large; the library without, what is far too large.
        ("grpc.max_receive_message_length", 4 * settings.max_message_bytes),
        ("grpc.max_metadata_size", settings.max_metadata_bytes),
        ("grpc.absolute_max_metadata_size", settings.max_metadata_bytes),
        ("grpc.max_concurrent_streams", settings.max_concurrent_streams),
        # Above the soft limit the library would answer CANCELLED more and more often.
        ("grpc.server.max_pending_requests", settings.max_pending_requests),
        ("grpc.server.max_pending_requests_hard_limit", 2 * settings.max_pending_requests),
        ("grpc.server_handshake_timeout_ms", _milliseconds(settings.handshake_seconds)),
        ("grpc.keepalive_time_ms", _milliseconds(settings.keepalive_seconds)),
        ("grpc.keepalive_timeout_ms", _milliseconds(settings.keepalive_timeout_seconds)),
        # The library waits a minute for the answer to a probe, whatever it is told above.
        ("grpc.http2.ping_timeout_ms", _milliseconds(settings.keepalive_timeout_seconds)),
        ("grpc.keepalive_permit_without_calls", 1),
        (
            "grpc.http2.min_ping_interval_without_data_ms",
            _milliseconds(settings.min_ping_seconds),
        ),
    ]
    if settings.max_connection_idle_seconds:
        idle = _milliseconds(settings.max_connection_idle_seconds)
        options.append(("grpc.max_connection_idle_ms", idle))
    if settings.max_connection_age_seconds:
        age = _milliseconds(settings.max_connection_age_seconds)
        grace = _milliseconds(settings.max_connection_age_grace_seconds)
        options.append(("grpc.max_connection_age_ms", age))
        options.append(("grpc.max_connection_age_grace_ms", grace))
    return options


def call_policy(settings: Settings, metrics: Metrics, tracing: Tracing | None) -> CallPolicy:
    """What stands between callers and the methods."""
    calls = Calls(settings.max_call_seconds, settings.max_inflight)
    metrics.gauge("inflight_calls", "Unary calls in progress.", lambda: len(calls.since))
    networks = filter(None, map(str.strip, settings.trusted_proxies.split(",")))
    limits = CallLimits(
        calls_per_peer=settings.max_inflight_per_peer,
        streams=settings.max_streams,
        streams_per_peer=settings.max_streams_per_peer,
        streams_per_token=settings.max_streams_per_token,
        peer=Rate(settings.peer_requests_per_second, settings.peer_burst),
        token=Rate(settings.token_requests_per_second, settings.token_burst),
        unknown_tokens=Rate(settings.unknown_tokens_per_second, settings.unknown_tokens_burst),
        trusted_proxies=tuple(ipaddress.ip_network(network) for network in networks),
    )
    return CallPolicy(
        largest=settings.max_message_bytes,
        calls=calls,
        limiter=Limiter(limits, calls, metrics),
        metrics=metrics,
        tracing=tracing,
        log_calls=settings.log_calls,
    )


def add_port(server: grpc.aio.Server, settings: Settings) -> int:
    """The port at which the server will listen: with a certificate it speaks TLS alone.

    Raises RuntimeError if it is taken, and CertificateError.
    """
    address = f"{settings.host}:{settings.port}"
    if settings.tls_certificate is None or settings.tls_key is None:
        return server.add_insecure_port(address)
    files = tls.Files(settings.tls_certificate, settings.tls_key, settings.tls_client_ca)
    return server.add_secure_port(address, tls.credentials(files))


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)
