"""The contract, with encodings of seeds and options."""

CONTRACT_DIGEST = "5f8858dc3f126e4b8a39a3c62e38915877136ab49e9baa47141980203d0cd801"
"""SHA-256 of the file descriptors of the contract."""
