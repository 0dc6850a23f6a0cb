"""Running a house: settings, logs, metrics, limits, what operators order, and notifications."""
