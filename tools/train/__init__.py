"""Networks of the policy `learned`: how they are trained, written and checked."""
