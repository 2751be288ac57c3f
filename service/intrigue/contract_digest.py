"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "49cada31f0d2f91e713137adebeaebb61cb12300c2e77c221f6371ca0db89a46"
"""SHA-256 of the file descriptors of the contract."""
