"""What all tests share."""

from hypothesis import settings

# No test asserts how long something takes: that is what the benchmarks are for.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
