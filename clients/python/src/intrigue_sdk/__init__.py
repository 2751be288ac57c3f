"""Play, watch and write bots for Intrigue."""
