"""Training of small policies by self-play, with nothing but numpy: docs/training.md.

`python -m tools.train` trains, `evaluate` plays a checkpoint against built-in policies, and
`export` writes its weights.
"""

import os

# Before numpy is loaded. The matrices are small: more threads cost more than they bring, and
# budgets are counted in processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
