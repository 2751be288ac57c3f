"""The versions of the proto package `intrigue.complots`."""
