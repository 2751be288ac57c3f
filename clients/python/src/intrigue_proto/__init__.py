"""The contract, with encodings of seeds and options."""

CONTRACT_DIGEST = "34b9442368c6d3afbf5f5da08f6f95334e092313ba13934bdd6dab147f100d3e"
"""SHA-256 of the file descriptors of the contract."""
