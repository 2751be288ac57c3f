"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "ae1b26047471a8be3984b88d1fa31e360ee32e4742c1ebcff6aab85218c72c78"
"""SHA-256 of the file descriptors of the contract."""
