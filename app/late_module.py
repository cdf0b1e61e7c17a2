"""A module that takes long to load, brought in beside the window's thread before it is needed."""

import importlib
import logging
import threading

from PySide6.QtCore import QThreadPool

log = logging.getLogger(__name__)


class LateModule:
    """Loads a module once, when it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._is_asked = False
        self._is_here = threading.Event()

    def ask(self) -> bool:
        """Whether it is here; else it is on its way from now on, and the window goes on meanwhile."""
        if not self._is_asked:
            self._is_asked = True
            QThreadPool.globalInstance().start(self._load)
        return self._is_here.is_set()

    def _load(self) -> None:
        try:
            importlib.import_module(self._name)
        except ImportError:  # whoever uses it meets the same error, where it can be told
            log.exception("%s cannot be loaded", self._name)
        self._is_here.set()
