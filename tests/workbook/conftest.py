"""The workbook's tests begin as a new student does: with no program kept in memory."""

import pytest

from lessons.kit.cards import parts


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(parts, "unwritten", {})
