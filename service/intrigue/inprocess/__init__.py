"""Games without a server, for researchers and authors of bots.

Everything here is offered by `import intrigue`: see docs/python.md.
"""
