"""The games as environments of learning libraries, one optional dependency each.

Import the module of the library that you have: `intrigue.adapters.pettingzoo`,
`intrigue.adapters.gymnasium` or `intrigue.adapters.openspiel`. docs/adapters.md shows them.
"""
