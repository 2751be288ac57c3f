"""The server's metrics as Prometheus reads them."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client.core import Metric

    from intrigue.metrics import Histogram, Metrics

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Exposition(Collector):
    """Reads the metrics when Prometheus asks, and never in between."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def text(self) -> bytes:
        """All metrics, in the text format."""
        return generate_latest(self._registry)

    def describe(self) -> list[Metric]:
        """Nothing: it saves the registry from collecting in order to learn the names."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The metrics of this server."""
        yield from self._calls()
        metrics = self._metrics
        refused = CounterMetricFamily(
            "intrigue_refused_calls", "Calls refused at a limit.", labels=["limit"]
        )
        for limit, number in metrics.refused.items():
            refused.add_metric([limit], number)
        yield refused
        yield CounterMetricFamily(
            "intrigue_store_failures",
            "Calls that the store could not serve.",
            value=metrics.store_failures,
        )
        commits = HistogramMetricFamily(
            "intrigue_store_commit_seconds", "How long a commit took, with its sync."
        )
        _add(commits, [], metrics.commit_seconds)
        yield commits
        writes = HistogramMetricFamily(
            "intrigue_store_commit_writes", "How many writes one commit made durable."
        )
        _add(writes, [], metrics.commit_writes)
        yield writes
        for name, (what, read) in metrics.gauges.items():
            yield GaugeMetricFamily(f"intrigue_{name}", what, value=read())

    def _calls(self) -> Iterator[Metric]:
        calls = CounterMetricFamily(
            "intrigue_calls", "Calls that have ended, by their status.", labels=["method", "code"]
        )
        seconds = HistogramMetricFamily(
            "intrigue_call_seconds", "How long unary calls took.", labels=["method"]
        )
        streams = GaugeMetricFamily(
            "intrigue_open_streams", "Streams that are open.", labels=["method"]
        )
        for path, method in self._metrics.methods.items():
            name = path.removeprefix("/")
            for code, number in {"OK": method.ok, **method.codes}.items():
                if number:
                    calls.add_metric([name, code], number)
            if any(method.seconds.counts):
                _add(seconds, [name], method.seconds)
            streams.add_metric([name], method.open)
        yield calls
        yield seconds
        yield streams


def _add(family: HistogramMetricFamily, labels: list[str], histogram: Histogram) -> None:
    bounds = [*(str(float(bound)) for bound in histogram.bounds), "+Inf"]
    counts = [float(count) for count in accumulate(histogram.counts)]
    family.add_metric(labels, list(zip(bounds, counts, strict=True)), sum_value=histogram.total)
