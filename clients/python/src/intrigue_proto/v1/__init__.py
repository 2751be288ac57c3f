"""Messages and services of the proto package `intrigue.v1`."""
