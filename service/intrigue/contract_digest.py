"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "e1746071a4a3da82f029be8303a9d26f397cc5ab083eb5c6e03ac7ff2b26dd25"
"""SHA-256 of the file descriptors of the contract."""
