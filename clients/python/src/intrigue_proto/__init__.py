"""The contract, with encodings of seeds and options."""

CONTRACT_DIGEST = "3a2b2305baf1c2e7c51c3f42b96aaca183bed7153f592c0699bdcea7af781809"
"""SHA-256 of the file descriptors of the contract."""
