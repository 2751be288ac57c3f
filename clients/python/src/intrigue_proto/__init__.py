"""The generated contract. `make gen` writes all of this package."""
