"""Benchmarks: ratios of things measured in one run."""
