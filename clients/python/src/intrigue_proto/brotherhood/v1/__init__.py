"""Messages and services of the proto package `intrigue.brotherhood.v1`."""
