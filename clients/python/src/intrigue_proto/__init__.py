"""The contract, with encodings of seeds and options."""

CONTRACT_DIGEST = "fa58bfdf5cf7d989484c12b9b61366a15220e261a0d18c2c70a244a984f51cb9"
"""SHA-256 of the file descriptors of the contract."""
