"""Messages and services of the proto package `intrigue.shadow_blades.v1`."""
