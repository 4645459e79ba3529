"""What is said to install, in a command that works for whoever reads it."""

import os
import shutil

import pytest

from inspector.system_packages import FONT, advice


@pytest.fixture
def system(monkeypatch):
    """A system with some programs, and a user's number."""

    def make(*programs, user):
        monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
        monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)

    return make


@pytest.mark.parametrize(
    ("programs", "user", "command"),
    [
        (["apt-get", "sudo"], 0, "apt-get install fonts-dejavu-core"),
        (["apt-get", "sudo"], 1000, "sudo apt-get install fonts-dejavu-core"),
        (["apt-get"], 1000, "su - -c 'apt-get install fonts-dejavu-core'"),
        (["dnf", "sudo"], 1000, "sudo dnf install dejavu-sans-fonts"),
        (["pacman", "sudo"], 1000, "sudo pacman -S ttf-dejavu"),
    ],
)
def test_the_command_is_the_package_managers_and_the_users(system, programs, user, command):
    system(*programs, user=user)
    assert advice([FONT, FONT]) == f"Please install what is missing: {command}"


def test_without_a_known_package_manager_the_packages_are_named(system):
    system("sudo", user=1000)
    assert advice([FONT]) == "Please install what Debian calls: fonts-dejavu-core"
