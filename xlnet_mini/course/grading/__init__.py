"""Grading submissions in separate processes that hold neither checkers nor answers; `inside/` is what those load."""
