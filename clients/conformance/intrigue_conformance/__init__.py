"""Plays scripted matches with a client in any language, and judges what it does."""
