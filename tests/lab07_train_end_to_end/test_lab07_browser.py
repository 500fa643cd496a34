"""The infilling widget of lab 07 in a real JupyterLab, in headless Chromium."""

import pytest
from test_browser import student  # noqa: F401  (a fixture)

pytestmark = pytest.mark.browser


def test_words_are_blanked_filled_and_revealed(student):  # noqa: F811
    page = student.page
    student.open("labs/07_train_end_to_end.ipynb")
    student.run(student.cell("import math"))
    student.run(student.cell("config = runs.run_config()"))
    training = student.cell("run = None")
    student.type_into(training, "run = None  # no training here: the reference run is looked at")
    student.run(training)
    student.run(student.cell("looked_at, whose = runs.look_at(run)"))
    widget_cell = student.cell("infilling(looked_at, verse")
    student.run(widget_cell)
    widget_cell.scroll_into_view_if_needed()
    picture = widget_cell.locator(".jupyter-widgets img").first
    picture.wait_for()

    def now() -> str:
        return picture.get_attribute("alt")

    def changed(before: str) -> str:
        page.wait_for_function(
            "b => [...document.querySelectorAll('.jupyter-widgets img')]"
            ".some(i => i.alt.includes('blanks filled') && i.alt !== b)",
            arg=before,
        )
        return now()

    first = now()
    assert "0 of 4 blanks filled" in first and "Blank 2 (Moses) expects" in first

    slider = widget_cell.locator(".widget-slider .noUi-handle").first
    slider.focus()
    page.keyboard.press("ArrowRight")
    second = changed(first)
    assert "1 of 4 blanks filled" in second and "a step earlier" in second

    order, filler = (widget_cell.locator(".widget-dropdown select").nth(n) for n in (0, 1))
    order.select_option("right to left")
    third = changed(second)
    assert "Blank 4 (saying) was filled" in third and "Blank 1 (LORD) expects" in third

    filler.select_option("the word that stands there")
    words = widget_cell.locator(".widget-select-multiple select")
    words.select_option([words.locator("option").nth(n).get_attribute("value") for n in (2, 5)])
    fourth = changed(third)
    assert "of 2 blanks filled" in fourth and "(Moses,)" not in fourth
    assert student.errors == []
