"""Messages and services of the proto package `intrigue.text.v1`."""
