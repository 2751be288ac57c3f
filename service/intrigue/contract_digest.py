"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "7a95d2e1ddf2fe1dda2b4ba953db7940d4bde02bf0ba5bce0dcc4bdf591e1c22"
"""SHA-256 of the file descriptors of the contract."""
