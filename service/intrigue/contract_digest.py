"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "b4d29011867679d605e0f5ba1c1381640dac1d81b837fa9ad4835307650c6d0a"
"""SHA-256 of the file descriptors of the contract."""
