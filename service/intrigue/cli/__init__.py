"""The command line."""

import os

# gRPC logs every connection that ends and every port in use; the commands report what matters.
# It has to be set before grpc is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

from intrigue.cli.app import main

__all__ = ["main"]
