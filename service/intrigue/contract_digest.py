"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "c4b935292e5d9eb903d9d1d61b1beb64d4719a19a1a60b30178803e9bfb49335"
"""SHA-256 of the file descriptors of the contract."""
