"""A person sees what is believed about them, and changes it: one click each, and a way back."""

from __future__ import annotations

from pathlib import Path

import httpx
from playwright.sync_api import expect

from page.page_visits import OpenPage, begin, for_each_look, served, tell
from penchant.server.keys import KeyFile
from penchant.server.settings import ServerSettings


def test_a_belief_is_confirmed_corrected_and_forgotten_with_one_click_and_undone(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    begin(page, "Nia")
    tell(page, "I never eat peanuts.")
    never, notices = page.locator(".group.never"), page.locator("#notices")
    never.get_by_role("button", name="Still right").click()
    expect(notices).to_contain_text("that still holds")
    sure = _confidence(address, "Nia")
    notices.get_by_role("button", name="Undo").click()
    expect(notices.get_by_role("button", name="Undo")).to_have_count(0)
    expect(never.get_by_role("button", name="Still right")).to_be_enabled()
    assert _confidence(address, "Nia") < sure
    never.get_by_role("button", name="Correct").click()
    page.get_by_label("It should be").fill("cashews")
    page.get_by_role("button", name="Save").click()
    expect(never).to_contain_text("cashews")
    notices.get_by_role("button", name="Undo").click()
    expect(never).not_to_contain_text("cashews")
    never.get_by_role("button", name="Forget").click()
    expect(never).to_have_count(0)
    notices.get_by_role("button", name="Undo").click()
    expect(never).to_contain_text("peanuts")
    never.get_by_role("button", name="Why?").click()
    expect(never.locator(".why")).to_contain_text("It was not always so")
    page.locator("#tabs").get_by_role("button", name="Time line").click()
    expect(page.locator(".moment .mark").first).to_have_text("believed again")
    page.locator("#tabs").get_by_role("button", name="Beliefs").click()
    never.get_by_role("button", name="Forget").click()
    page.locator(".notice", has_text="erased for good").get_by_role("button", name="Dismiss").click()
    expect(page.locator(".belief")).to_have_count(0)
    left = httpx.get(f"{address}api/people/Nia/export").text
    assert "peanuts" not in left


def _confidence(address: str, person: str) -> float:
    [belief] = httpx.get(f"{address}api/people/{person}/preferences").json()["preferences"]
    return float(belief["confidence"])


def test_data_goes_out_as_one_file_and_in_again_and_an_error_is_one_line(
    open_page: OpenPage, address: str, tmp_path: Path
) -> None:
    page = open_page(address)
    begin(page, "Ola")
    tell(page, "I never eat peanuts.")
    page.get_by_role("button", name="Your data").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Save memory.json").click()
    started.value.save_as(tmp_path / "memory.json")
    page.get_by_label("The file").set_input_files(tmp_path / "memory.json")
    page.get_by_role("button", name="Bring it in").click()
    expect(page.get_by_role("alert")).to_contain_text("Ola")
    page.get_by_role("button", name="Erase everything …").click()
    page.get_by_role("button", name="Erase it all").click()
    expect(page.locator("#belief-count")).to_have_text("")
    page.get_by_label("The file").set_input_files(tmp_path / "memory.json")
    page.get_by_role("button", name="Bring it in").click()
    expect(page.locator("#belief-count")).to_have_text("1")
    page.get_by_role("button", name="Studies").click()
    expect(page.get_by_role("link", name="Open the report")).to_have_attribute("href", "api/studies/a-run/report.html")


def test_somebody_keeps_what_they_said_out_of_training_until_all_of_it_is_erased(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    begin(page, "Una")
    tell(page, "I never eat peanuts.")
    page.get_by_role("button", name="Your data").click()
    box = page.get_by_label("May be used for training")
    expect(box).to_be_checked()
    box.click()
    expect(box).to_be_enabled()
    expect(box).not_to_be_checked()
    assert httpx.get(f"{address}api/people/Una/consent").json() == {"training": False}
    page.get_by_role("button", name="Erase everything …").click()
    page.get_by_role("button", name="Erase it all").click()
    expect(box).to_be_checked()


def test_much_and_odd_text_fits_at_every_width_in_light_and_dark(open_page: OpenPage, address: str) -> None:
    statements = [
        {"stance": stance, "value": f"{how} {what}", "kind": kind}
        for stance, kind, things in (
            ("wants", "taste", ("tea", "novels", "walks", "chairs", "soup")),
            ("avoids", "constraint", ("onions", "wine", "tunnels", "meetings", "lilies")),
            ("wants", "instruction", ("greetings", "summaries", "jokes", "lists", "advice")),
        )
        for how in ("green", "early", "Spanish", "cold")
        for what in things
    ]
    odd = ["שוקולד מריר עם אגוזים, אבל רק בבוקר", "Donaudampfschifffahrtsgesellschaft" * 12, "a long story, " * 600]
    statements += [{"stance": "wants", "value": value, "situation": "when it rains"} for value in odd]
    httpx.post(f"{address}api/people/Pia/learn", json={"statements": statements}).raise_for_status()
    page = open_page(address)
    for_each_look(page, "welcome")
    begin(page, "Pia")
    page.get_by_label("At home").check()
    page.get_by_role("button", name="Ask for it").click()
    page.locator("#log .main-line").wait_for()
    for view in ("beliefs", "timeline", "data", "studies", "talk"):
        for_each_look(page, view)


def test_a_link_of_ones_own_opens_ones_own_memory_and_leaves_the_address(open_page: OpenPage, tmp_path: Path) -> None:
    keys = KeyFile(tmp_path / "keys.json")
    key = keys.add("ours")
    token, _ = keys.token("Zoë", tenant="default", hours=1)
    settings = ServerSettings(store=str(tmp_path / "memory.db"), keys=str(tmp_path / "keys.json"))
    with served(settings) as address:
        page = open_page(f"{address}#token={token}")
        expect(page.locator("#who-name")).to_have_text("Zoë")
        assert page.url == address
        tell(page, "I never eat peanuts.")
        page.get_by_role("button", name="Leave").click()
        page.get_by_label("Who are you?").fill("Zoë")
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("alert")).to_contain_text("This needs a key")
        page.get_by_label("Key", exact=True).fill(key)
        page.get_by_role("button", name="Begin").click()
        expect(page.locator(".group.never")).to_contain_text("peanuts")
