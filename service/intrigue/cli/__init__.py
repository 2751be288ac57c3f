"""The command line."""

import os

# The transport tells of every connection that ends and every port that is taken; the commands
# say themselves what of it matters. Has to be set before grpc is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

from intrigue.cli.app import main

__all__ = ["main"]
