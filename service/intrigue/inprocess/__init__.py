"""The in-process library: games without a server.

Everything here is offered by `import intrigue`: see docs/python.md.
"""
