"""Programs for maintainers that measure no speed.

`make strength` compares the policies (`strength.py`). `make winrates` plays first attempts at every
mission of Brotherhood (`mission_attempts.py`), and checks the win rates (`winrates.py`).
"""
