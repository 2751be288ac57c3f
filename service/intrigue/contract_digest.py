"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "7b597728a5bafa7649c4f2a124da9dbcdc3020333f0196d74244b0e77196fbd1"
"""SHA-256 of the file descriptors of the contract."""
