"""Metrics of the service in Prometheus' text format; nothing is sent anywhere."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from explanans.server.workers import Workers
from explanans.version import __version__

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """Counts requests and workers.

    Example:
        >>> metrics = Metrics()
        >>> metrics.answered("explain", 200, 0.2)
        >>> 'explanans_requests_total{function="explain",status="200"} 1.0' in metrics.text().decode()
        True
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "explanans_requests", "Requests answered.", ["function", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "explanans_request_seconds",
            "Seconds from a request to its answer.",
            ["function"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._replaced = Counter("explanans_workers_replaced", "Workers replaced.", ["reason"], registry=self._registry)
        version = Gauge("explanans_version", "The version, as a label.", ["version"], registry=self._registry)
        version.labels(__version__).set(1)

    def watch(self, workers: Workers) -> None:
        """Show how many workers there are, and what they do."""
        for name, text, value in (
            ("explanans_workers", "Workers that should be there.", lambda: workers.count),
            ("explanans_workers_ready", "Workers that are there.", lambda: workers.ready),
            ("explanans_workers_busy", "Workers that work.", lambda: workers.busy),
            ("explanans_requests_waiting", "Requests that wait for a worker.", lambda: workers.waiting),
        ):
            Gauge(name, text, registry=self._registry).set_function(value)

    def answered(self, function: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(function, str(status)).inc()
        self._seconds.labels(function).observe(seconds)

    def replaced(self, reason: str) -> None:
        """Count a worker that is replaced."""
        self._replaced.labels(reason).inc()

    def text(self) -> bytes:
        """Return all counts in Prometheus' text format."""
        return generate_latest(self._registry)
