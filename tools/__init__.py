"""Programs for maintainers that measure no speed.

`make strength` compares the policies (`strength.py`). `make exploitability` lets responses learn to
beat them (`exploitability.py`, `exploit`). `honest_bot.py` plays an honest bot against them. `make
winrates` plays first attempts at every mission of Brotherhood (`mission_attempts.py`), and checks
the win rates (`winrates.py`); `make partners` measures how policies play them with others
(`partners.py`). `make train` trains networks by self-play (`train`); `learning_curves.py` draws how
training went.
"""
