"""The page in a real Chromium: both languages, every deed, a phone, the keyboard alone."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from urllib.parse import urlsplit

import pytest

from tests.browser import chromium, complaints, hosts
from tests.page_server import PATHS, page


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture
def site(page_story, tmp_path, driver):
    """The page over a copy of the story: its memory, and a way to go to a path as a user."""
    shutil.copy(page_story, tmp_path / "memory.db")
    with page(tmp_path / "memory.db") as (memory, address):
        driver.get("about:blank")
        complaints(driver), hosts(driver)

        def go(path="/", user="ana", **parameters):
            more = "".join(f"&{name}={value}" for name, value in parameters.items())
            driver.get(f"{address}{path}?user={user}{more}")

        yield memory, go
        assert hosts(driver) <= {urlsplit(address).netloc}
        driver.get("about:blank")
        driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


def text(driver):
    return " ".join(driver.find_element("tag name", "body").text.split())


def press(driver, selector, stays=False):
    """Clicks, and waits for the page it leads to."""
    found = driver.find_element("css selector", selector)
    before = driver.find_element("tag name", "html")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", found)
    found.click()
    if not stays:
        _wait(driver, lambda: _gone(before))
        _wait(driver, lambda: driver.execute_script("return document.readyState") == "complete")


def _gone(element):
    from selenium.common.exceptions import StaleElementReferenceException

    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    return False


def _wait(driver, met):
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(driver, 10).until(lambda _: met())


def id_of(memory, predicate, object=None, user="ana", **more):
    found = memory.facts("user", predicate, user=user, **more)
    return next(f.id for f in found if object in (None, str(f.object)))


def test_every_page_loads_in_both_languages_without_a_word_in_the_console(driver, site):
    memory, go = site
    fact = f"/page/fact/{id_of(memory, 'lives_in')}"
    for language, word in (("zh", "时间线"), ("en", "Timeline")):
        for path in [*PATHS, fact, f"{fact}/erase"]:
            go(path, lang=language, q="Turin")
            assert word in text(driver)
            assert driver.execute_script("return document.documentElement.lang")[:2] == language
    press(driver, "a[hreflang=zh]")
    assert "时间线" in text(driver)
    go("/page/graph", "lin")
    assert "使用 →" in driver.find_element("css selector", ".graph").text
    assert complaints(driver) == []


def test_a_person_corrects_confirms_declines_and_pins(driver, site):
    memory, go = site
    go()
    press(driver, f'form[action*="{id_of(memory, "likes", "jasmine tea")}/decline"] button')
    assert "withdrawn" in text(driver) and "jasmine tea declined" in text(driver)
    press(driver, f'form[action*="{id_of(memory, "works_on")}/confirm"] button')
    assert "To be confirmed" not in text(driver)
    press(driver, 'a[aria-label="Details: ana lives in Turin"]')
    field = driver.find_element("id", "object")
    field.clear()
    field.send_keys("Milan 米兰")
    press(driver, 'form[action*="/correct"] button')
    assert re.search("added .*Milan 米兰", text(driver))
    press(driver, 'form[action*="/pin"] button')
    assert "pinned" in text(driver) and memory.facts("user", "lives_in", user="ana")[0].pinned
    assert complaints(driver) == []


def test_a_person_erases_one_fact_and_then_everything(driver, site):
    memory, go = site
    go(f"/page/fact/{id_of(memory, 'friend')}/erase")
    press(driver, "main button", stays=True)
    assert "Erase this fact?" in text(driver), "an empty box stops the form"
    press(driver, "#sure", stays=True)
    press(driver, "main button")
    assert "Erased:" in text(driver) and not memory.facts("user", "friend", user="ana")
    go("/page/data")
    driver.find_element("id", "typed").send_keys("ana")
    press(driver, ".danger button")
    assert "Nothing is known yet" in text(driver) and not memory.facts(user="ana")
    assert memory.facts(user="lin")
    assert complaints(driver) == []


def test_a_person_pauses_and_resumes(driver, site):
    memory, go = site
    go("/page/data", "lin", lang="zh")
    press(driver, 'form[action*="/pause"] button')
    assert memory.paused("lin") and not memory.paused("ana") and "已暂停" in text(driver)
    press(driver, 'form[action*="/resume"] button')
    assert not memory.paused("lin")


def test_the_slider_moves_the_day(driver, site):
    _, go = site
    go()
    assert "lives in Turin" in text(driver)
    driver.execute_script(
        "const s = document.getElementById('slide'); s.value = Math.round(s.max * 0.7);"
        "s.dispatchEvent(new Event('input')); s.dispatchEvent(new Event('change'));"
    )
    _wait(driver, lambda: "as_of=" in driver.current_url)
    day = re.search(r"as_of=([0-9-]+)", driver.current_url)
    assert day and "2024-06" < day[1] < "2025-05" and f"true on {day[1]}" in text(driver)
    assert "lives in Lyon" in text(driver) and "lives in Turin" not in text(driver)
    assert driver.switch_to.active_element.get_attribute("id") == "slide"
    press(driver, ".day a")
    assert "lives in Turin" in text(driver)


def test_one_persons_page_shows_nothing_of_another(driver, site):
    _, go = site
    for path in PATHS:
        go(path, "lin")
        assert not re.search("Turin|Lyon|Orbit", driver.page_source), path
        go(path)
        assert not re.search("杭州|上海|MySQL", driver.page_source), path


def test_a_phone_needs_no_sideways_scrolling(driver, site):
    memory, go = site
    memory.add_fact("user", "likes", "a-word-without-end" * 20, user="ana")
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True},
    )
    try:
        for language in ("en", "zh"):
            for path in [*PATHS, f"/page/fact/{id_of(memory, 'lives_in')}"]:
                go(path, lang=language, q="Turin", old="1")
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= 360, (path, language, wide)
                small = driver.execute_script(
                    "return [...document.querySelectorAll('main button, nav a')]"
                    ".filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.outerHTML)"
                )
                assert small == [], path
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_keyboard_alone_is_enough(driver, site):
    from selenium.webdriver import ActionChains, Keys

    memory, go = site

    def tab(until, most=80):
        for _ in range(most):
            ActionChains(driver).send_keys(Keys.TAB).perform()
            at = driver.switch_to.active_element
            seen = driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", at)
            assert seen != "none", at.get_attribute("outerHTML")
            if until(at):
                return at
        raise AssertionError("not reached by Tab")

    go()
    first = tab(lambda e: True)
    assert first.text == "Skip to the content"
    first.send_keys(Keys.ENTER)
    assert driver.switch_to.active_element.get_attribute("id") == "content"
    tab(lambda e: e.get_attribute("aria-label") == "Confirm: ana likes jasmine tea").send_keys(Keys.ENTER)
    _wait(driver, lambda: "told=" in driver.current_url)
    assert "jasmine tea" in text(driver) and "Inferred" not in text(driver)
    tab(lambda e: e.get_attribute("aria-label") == "Details: ana likes jasmine tea").send_keys(Keys.ENTER)
    _wait(driver, lambda: "/page/fact/" in driver.current_url)
    tab(lambda e: e.get_attribute("name") == "why").send_keys("no more", Keys.ENTER)
    _wait(driver, lambda: "told=" in driver.current_url)
    assert "jasmine tea" not in [str(f.object) for f in memory.facts(user="ana")]
    go("/page/graph")
    tab(lambda e: e.tag_name == "a" and "about=" in (e.get_dom_attribute("href") or "")).send_keys(Keys.ENTER)
    _wait(driver, lambda: "about=" in driver.current_url)


def test_everything_has_a_name_and_headings_have_their_order(driver, site):
    memory, go = site
    for path in [*PATHS, f"/page/fact/{id_of(memory, 'lives_in')}"]:
        go(path, q="Turin")
        nameless = driver.execute_script(
            "return [...document.querySelectorAll('input:not([type=hidden]), textarea')]"
            ".filter(e => !e.labels.length && !e.getAttribute('aria-label')).map(e => e.outerHTML)"
        )
        assert nameless == [], path
        twice = driver.execute_script(
            "const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
            "return ids.filter((id, i) => ids.indexOf(id) !== i)"
        )
        assert twice == [], path
        levels = driver.execute_script(
            "return [...document.querySelectorAll('h1, h2, h3')].map(e => Number(e.tagName[1]))"
        )
        assert levels[0] == 1 and levels.count(1) == 1, path
        assert all(b - a <= 1 for a, b in pairwise(levels)), (path, levels)
        assert driver.execute_script("return document.querySelectorAll('main, nav').length") == 2


def test_a_link_on_another_site_leads_in_and_signs_nobody_out(driver, site):
    _, go = site
    go()
    address = driver.current_url
    before = driver.get_cookies()
    driver.get(f"data:text/html,<a href='{address}'>there</a>")
    driver.find_element("tag name", "a").click()
    _wait(driver, lambda: driver.current_url == address and "lives in Turin" in driver.page_source)
    assert [c["value"] for c in driver.get_cookies()] == [c["value"] for c in before] != []


def test_without_javascript_all_of_it_works(driver, site):
    _, go = site
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        go()
        assert not driver.find_element("id", "slide").is_displayed()
        press(driver, 'a[aria-label="Details: ana likes hiking"]')
        press(driver, 'form[action*="/pin"] button')
        assert "noted hiking pinned" in text(driver)
        go("/", as_of="2024-06-01")
        assert "lives in Lyon" in text(driver)
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_colours_stand_out_in_light_and_dark(driver, site):
    _, go = site
    for scheme in ("light", "dark"):
        driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        )
        for path in PATHS:
            go(path, q="Turin")
            assert driver.execute_script(CONTRAST) == [], (path, scheme)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


CONTRAST = """
const parse = c => c.match(/[0-9.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
  .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
const ground = e => { for (; e; e = e.parentElement) {
  const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
  return [255, 255, 255]; };
return [...document.querySelectorAll('body *')]
  .filter(e => e.offsetParent && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => { const a = light(parse(getComputedStyle(e).color)), b = light(ground(e));
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.outerHTML.slice(0, 120)]; })
  .filter(([ratio]) => ratio < 4.5);
"""
