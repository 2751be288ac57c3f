"""The contract, with encodings of seeds and options."""

CONTRACT_DIGEST = "cd08717fc3465ab258d931841f94092c9a44236885558e306c56f12c140edd34"
"""SHA-256 of the file descriptors of the contract."""
