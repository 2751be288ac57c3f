"""Programs for maintainers that measure no speed.

`make strength` compares the policies (`strength.py`). `make winrates` plays first attempts at every
mission of Brotherhood (`mission_attempts.py`), and checks the win rates (`winrates.py`); `make
partners` measures how policies play them with others (`partners.py`). `make train` trains networks
by self-play (`train`); `exploit` measures what a policy loses to a response that learned to beat
it; `learning_curves.py` draws how training went.
"""
