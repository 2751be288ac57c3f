"""The versions of the proto package `intrigue.shadow_blades`."""
