"""The command line."""

from intrigue.cli.app import main

__all__ = ["main"]
