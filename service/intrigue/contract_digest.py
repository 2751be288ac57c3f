"""The contract that the server was built with. `make gen` writes this file."""

CONTRACT_DIGEST = "5d1fd27bb2dd3883ad0c37f175f2a027631775f3bcb748db434d24810c02a4ee"
"""SHA-256 of the file descriptors of the contract."""
