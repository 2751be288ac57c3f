"""Messages and services of the proto package `intrigue.complots.v1`."""
