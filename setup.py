"""Everything is said in pyproject.toml but what it cannot say: the folders of the checkout are `warcouncil.<folder>`."""

from setuptools import find_packages, setup

ROOMS = ["arbiter*", "clients*", "games*", "protocol*"]

setup(packages=["warcouncil", *(f"warcouncil.{name}" for name in find_packages(include=ROOMS))])
