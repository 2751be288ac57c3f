"""The games behind the interfaces that learning libraries know, each an extra of its own.

Import the module of the library that you have: `intrigue.adapters.pettingzoo`,
`intrigue.adapters.gymnasium` or `intrigue.adapters.openspiel`. docs/adapters.md shows them.
"""
