"""The command line."""

import os

# The transport tells of every connection that ends. Has to be said before grpc is imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

from intrigue.cli.app import main

__all__ = ["main"]
