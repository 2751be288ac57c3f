"""The game service: gRPC on the outside, a Rust core on the inside."""
