"""`python -m intrigue.cli`."""

from intrigue.cli.app import main

main()
