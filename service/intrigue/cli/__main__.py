"""`python -m intrigue.cli`, for callers that know their Python but not their path."""

from intrigue.cli.app import main

main()
