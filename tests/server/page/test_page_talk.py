"""A person talks to the page: free talk, an errand from the question to what is learned, by keyboard alone too."""

from __future__ import annotations

from playwright.sync_api import expect

from page.page_visits import OpenPage, begin, tell


def test_what_is_told_appears_among_the_beliefs_with_its_words_and_can_be_taken_back(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    begin(page, "Tess")
    expect(page.locator("#belief-groups")).to_contain_text("Nothing yet.")
    tell(page, "I never drink alcohol.")
    never = page.locator(".group.never")
    expect(never).to_contain_text("alcohol")
    expect(never).to_contain_text("you said I never drink alcohol")
    page.locator("#log").get_by_role("button", name="Undo").click()
    expect(never).to_have_count(0)


def test_what_would_end_several_beliefs_is_shown_with_its_words_and_asked_about_first(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    begin(page, "Eve")
    tell(page, "I'm vegetarian. I live in Lyon.")
    log, past = page.locator("#log"), page.locator(".group.past")
    for answer, count in (("No, leave it", 0), ("Yes, do that", 2)):
        page.get_by_label("What you say").fill("I moved to Berlin, and I eat meat again.")
        page.get_by_label("What you say").press("Enter")
        asked = log.locator(".bubble").last
        expect(asked).to_contain_text("This would no longer be believed")
        expect(asked.locator("li").first).to_contain_text("since you said I moved to Berlin")
        expect(asked.locator("li")).to_have_count(2)
        expect(past.locator("li.belief")).to_have_count(0)
        expect(asked.get_by_role("button", name="No, leave it")).to_be_focused()
        asked.get_by_role("button", name=answer).click()
        expect(asked).not_to_contain_text("Shall I do that?")
        expect(past.locator("li.belief")).to_have_count(count)
    expect(log.locator(".bubble").last).to_contain_text("Learned")


def test_an_errand_goes_from_a_question_to_a_choice_and_teaches(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    begin(page, "Uma")
    page.get_by_label("At home").check()
    page.get_by_role("button", name="Ask for it").click()
    log = page.locator("#log")
    expect(log).to_contain_text("Which would you like")
    log.get_by_role("button", name="ginger tea").click()
    expect(log).to_contain_text("Learned")
    expect(log.locator(".main-line").last).to_have_text("ginger tea")
    expect(log).to_contain_text("% sure")
    log.get_by_role("button", name="Good").click()
    expect(log.locator(".bubble").last).to_contain_text("Surer of")
    page.get_by_role("button", name="Ask for it").click()
    reason = log.locator(".reasons button").last
    expect(reason).to_contain_text("ginger tea rather than")
    reason.click()
    expect(page.locator(".belief:focus")).to_contain_text("ginger tea")
    log.get_by_label("Or say what you think").fill("No, I changed my mind. Hot chocolate from now on.")
    log.get_by_role("button", name="Say", exact=True).click()
    expect(log).to_contain_text("No longer believed")
    page.get_by_role("button", name="Time line").click()
    expect(page.locator(".change")).to_contain_text("hot chocolate")


def test_a_shop_asks_for_several_features_at_once(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    begin(page, "Vic")
    page.get_by_label("In a shop").check()
    page.get_by_role("button", name="Ask for it").click()
    log = page.locator("#log")
    log.get_by_role("button", name="gooseneck spout").click()
    log.get_by_role("button", name="brushed steel body").click()
    log.get_by_role("button", name="These", exact=True).click()
    expect(page.locator("#beliefs")).to_contain_text("gooseneck spout")
    expect(page.locator("#beliefs")).to_contain_text("brushed steel body")


def test_a_request_without_options_shows_what_it_would_go_by(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    begin(page, "Wes")
    tell(page, "I'm allergic to peanuts.")
    page.get_by_label("Your own").check()
    page.get_by_role("button", name="No options").click()
    page.get_by_role("button", name="Ask for it").click()
    expect(page.locator("#log .bubble").last).to_contain_text("Never peanuts")


def test_everything_is_reached_from_the_keyboard_and_replies_are_announced(open_page: OpenPage, address: str) -> None:
    page = open_page(address, width=390)
    page.keyboard.type("Kay")
    page.keyboard.press("Enter")
    expect(page.get_by_label("What you say")).to_be_focused()
    page.keyboard.type("I never eat peanuts.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Learned")
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Beliefs").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    focus = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(focus) == "solid"
    expect(page.locator(".belief")).to_contain_text("peanuts")


def test_markup_in_what_somebody_says_stays_text(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    begin(page, "<i>Max</i>")
    tell(page, "I never eat <img src=x onerror=document.title='taken'>peanuts.")
    expect(page.locator("#who-name")).to_have_text("<i>Max</i>")
    assert page.title() == "penchant"
    assert page.locator("#log img").count() == 0
