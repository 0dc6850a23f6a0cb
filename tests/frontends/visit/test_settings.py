"""What a front-end knows of a visit, changed as the person likes it."""

from frontends.visit.settings import Settings


def test_only_switches_among_preferences_change_settings():
    assert Settings(name="Anna").switched({"bell": False, "colour": True}) == Settings(name="Anna", bell=False)
