"""The turns of phrase that say how somebody feels about what they name, as tables.

Each table lists phrases, parted by semicolons, as they read once contractions are opened and fillers are gone.
``/`` parts words that may stand in the same place, ``~`` asks for every form of those verbs, ``$`` for the end. A phrase carries one or more
letters:

======  ===============================================================================================
W V A   the thing named *after* it is wanted, avoided, accepted; ``w`` is a verb that only leads to it
+ - =   the thing named *before* it is wanted, avoided, accepted; ``E`` says what it does to the person
N       negation: turns the next of the above round
T Q K   "than", "as good as", "swap": the thing after it stands against the thing before it
C P O   taste has changed; it was so in the past; it is so only this once
X F     what is named comes first; what is named is a fallback
B       it has been had already
G       a liking in general, not a wish of the moment
S I     the person takes back what they just said; the person has no preference
Y Z H   yes; no; thanks
D       means nothing here, though its words would
======  ===============================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

_FORMS = {
    "take": "take takes took taken taking", "have": "have has had having", "get": "get gets got gotten getting",
    "give": "give gives gave given giving", "bring": "bring brings brought bringing", "go": "go goes went gone going",
    "choose": "choose chooses chose chosen choosing", "make": "make makes made making", "eat": "eat eats ate eaten eating",
    "drink": "drink drinks drank drunk drinking", "wear": "wear wears wore worn wearing", "put": "put puts putting",
    "keep": "keep keeps kept keeping", "stick": "stick sticks stuck sticking", "feel": "feel feels felt feeling",
    "think": "think thinks thought thinking", "mean": "mean means meant meaning", "buy": "buy buys bought buying",
    "say": "say says said saying", "see": "see sees saw seen seeing", "hold": "hold holds held holding",
    "leave": "leave leaves left leaving", "lose": "lose loses lost losing", "prefer": "prefer prefers preferred preferring",
    "swap": "swap swaps swapped swapping", "stop": "stop stops stopped stopping", "skip": "skip skips skipped skipping",
    "drop": "drop drops dropped dropping", "quit": "quit quits quitting", "do": "do does did done doing",
    "hurt": "hurt hurts hurting", "upset": "upset upsets upsetting", "send": "send sends sent sending", "set": "set sets",
    "grow": "grow grows grew grown growing", "come": "come comes came coming", "become": "become becomes became becoming",
    "find": "find finds found finding", "beat": "beat beats", "try": "try tries tried trying", "run": "run runs ran running",
    "hang": "hang hangs hung hanging", "read": "read reads reading", "pop": "pop pops popped", "cut": "cut cuts cutting",
    "opt": "opt opts opted opting", "plan": "plan plans planned planning", "grab": "grab grabs grabbed grabbing",
    "crave": "crave craves craved craving", "know": "know knows knew known", "fall": "fall falls fell fallen falling",
}  # fmt: skip


def _forms(verb: str) -> list[str]:
    if verb in _FORMS:
        return _FORMS[verb].split()
    if verb.endswith("e"):
        return [verb, verb + "s", verb + "d", verb[:-1] + "ing"]
    if verb.endswith("y") and verb[-2] not in "aeou":
        return [verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"]
    ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
    return [verb, verb + ending, verb + "ed", verb + "ing"]


_TABLES: tuple[tuple[str, str], ...] = (
    ("WG", """
        like~; love~; prefer~; adore~; enjoy~; favor~; keen on; fond of; fan of; into; partial to; sucker for;
        fall~ for; mad/crazy/nuts/big about; big on; addicted/attached to; used to having; am/are/got/get/getting used to;
        can not get enough of; can not go wrong with; nothing beats/like; nothing better than; hard to beat; team;
        obsessed with; am about; swear by; do not know what i would do without; live for; passionate about
    """),
    ("W", """
        want~; need~; fancy~; crave~; desire~; wish for; hope~ for; long~ for; would like; would love; would prefer;
        would enjoy; would rather; should have; would sooner; had rather; rather have; mood for; feel~ like; up for; after;
        ask~ for; order~; request~; said; say~; mean~; choose~; pick~; go~ for; go~ with; opt~ for; vote~ for; vote for;
        make it; make mine; make that; stick~ with; stick~ to; am having; would kill for; dying/desperate for;
        could do with; could use; could go for; can not wait for; leaning towards/toward; lean towards/toward; lean to;
        lean~ to; let us do/have/try/go; how/what about; why not; any chance of; is there any; was expecting; expecting;
        would not say no to; can not say no to; never say no to; would not turn/pass down; would not pass up; would never say no to;
        never/can not/could not refuse/resist; can not do without; could not live without; can not live without;
        nothing but; only; no one but; not/nothing anything but; anything as long as it is; has to be; must be;
        it is got to be; should be; should have been; supposed to be; was hoping for; belong~; belong~ in/on; reach for;
        yes to; count me in for; sold on; thinking; am thinking; was thinking of/about; switch~ to; change~ to; change it to;
        do not forget; not only; not just; looking for; looking forward to; happy/happiest/glad/better off with; happier with;
        better suited to; move it to; take me to; crying out for; calling for; calls for; feel~ more like; wondering about;
        can not beat; come~ back to; remember i like; turn to; best of all; nothing else than; no question; do not deny me
    """),
    ("WX", """
        prefer~ mostly; preferably; ideally; favorite is; first choice is; if i had/have to choose/pick; above all;
        mostly; especially; most of all; in particular; would especially like; slightly prefer; lean more towards;
        if anything; most like; better still; my pick is; my pick would be; my choice is; rather; would much rather; would much prefer;
        edge goes to; but mainly; like best; like more; love more; given the choice; top choice is; top pick is
    """),
    ("WC", """
        switched to; have switched to; moved on to; moved over to; come~ round/around to; started liking/drinking/eating/wearing;
        started to like/enjoy/prefer/love; grown/grew to like/love/enjoy; grown/grew fond of; grown/grew on; got/gotten/getting into;
        got/gotten/getting a taste for; converted to; convert to; become fond of; became fond of; acquired a taste for; developed a taste for;
        gone over to; turned to; come to like/love/enjoy/prefer; came to like/love/enjoy/prefer; learned/learnt to love/like/enjoy;
        warmed to; been really into; been into; discovered; rediscovered; fallen for; fallen in love with;
        am now into; went over to; changed over to; have become a; taken/took to; taken a liking to; taken a shine to;
        have been drinking/eating/having/wearing/enjoying/loving/preferring/using/craving/choosing/ordering/reaching;
        have been going/opting for; have been reaching for; have been on a; have been getting; tastes have moved to; changed my mind to
    """),
    ("w", """
        have~; get~; give~; bring~; try~; use~; take~; put~; grab~; fetch~; pass~; hand~; serve~; make~; eat~; drink~;
        wear~; watch~; play~; hear~; listen to; read~; buy~; place~; leave~; keep~; move~; set~; hang~; pop~; store~; see~;
        go~; go~ to; do~; add~; show~; send~; find~; consider~; suggest~; recommend~; start with; throw~; visit~; book~
    """),
    ("V", """
        hate~; dislike~; detest~; loathe~; despise~; avoid~; skip~; can/could not stand/bear/stomach/abide/handle/face/tolerate;
        can not take; can not have; can not do; can not eat; can not drink; could not face; allergic to; sick on/from; get~ sick on/from; intolerant to/of; allergy to;
        have an allergy to; sick of; tired of; bored of/with/by; fed up with/of; had enough of; have enough of; had enough; too much;
        had too much; done with; finished with; stay/keep/steer away from; stay/steer/keep clear of; rid of; ditch~; drop~; lose~; leave out;
        leave off; remove~; take away; without; instead of; rather than; in place of; other than; except; except for; excluding; apart from; aside from;
        besides; as opposed to; over and above; barring; bar; minus; regret~; resent~; afraid/scared of; wary of; sensitive to;
        put/turned off by; never liked; never been a fan of; never been keen on; never again; no more; less; pass on; decline~; refuse~; reject~;
        say no to; not sure about; not convinced by; not sold on; against; aversion to; mind~; do not care for; not care for; never cared for; not a fan of; do without; could do without;
        can do without; can live without; hold the; forget about; forget; never mind; never mind about; enough of; enough; object to; far from; keep off; anything but; everything
        but; all but; any but; everything bar; nothing to do with; take it off; get it off; it off; out of; take it out of; get it out of;
        get it out; it out of; away from; not allowed; not supposed to have; phobia of; hates; disgusted by; refuse to; why did you bring/pick/choose/get;
        why would you bring/pick/choose/get; why would i want; who wants; who likes; stop~; stop bringing; quit bringing; doctor said no; trying to
        avoid; trying to stay off; trying not to; cut~ down on; cut~ back on; cut~ out; lay off; staying off; laying off; tired to; overdosed on;
        already have/had/own/got/has; have already had/got/seen/read; have had enough; just had; had my fill of; hard pass on; not a patch on; struggle with;
        struggle to digest; react badly to; do not do well with; do not get on/along with; keep me away from; please no; not into; hardly like; despite;
        regardless of; have to avoid; must avoid; must not have; can not digest; stay off; unlike; had enough of the; scrap; cancel; veto~; no to; hard no to; overrated
    """),
    ("VC", """
        gone off; going off; went off; go off; grown tired of; grew tired of; got/gotten tired/bored/sick of; got/gotten bored with; lost interest in;
        lost my taste for; lost my appetite for; grown/grew out of; outgrown; outgrew; moved on from; moved away from; given up; given up on; gave up; gave up on;
        giving up; quit; quit drinking/eating; stopped liking/drinking/eating/wearing/enjoying/having/wanting/using/listening; stopped; fallen out of love with; fell out of love with;
        am over; totally over; am off; kicked; switched from; moved from; changed from; turned against; turned off; come to hate/dislike/loathe; came to hate/dislike;
        grown to hate/dislike; got/gotten over; become allergic to; developed an allergy to; become intolerant to; become sick of; started to dislike/hate; started
        disliking/hating; changed my mind about; changed my mind on; switched off; gone right off; gone totally off; gone completely off; sworn off; weaned myself off; ditched; been off;
        tastes have moved on from; turned my back on; cooled on; said goodbye to; bored of lately; tired of lately; had a falling out with; not anymore
    """),
    ("A", """
        settle~ for; live with; put up with; make do with; tolerate; ok with; fine with; good with; cool with; happy enough with; alright with;
        content with; could drink/eat/have/take/do/wear/watch/manage; can do/manage/handle/tolerate; might manage; no objection to; no objections to; no problem with; nothing against; nothing
        wrong with; open to; not opposed/averse to; not against; not fussed about; not bothered by; have no issue with; no issue with; no complaints about; accept;
        can have/take/drink/eat; not allergic to; willing to have/try/take/drink/eat; can live with; could live with; could stomach; at worst; at least; can work with; could be persuaded to have;
        could be talked into; if you must; do not mind having; would accept; neutral on/about; do not object to; may have; might have; happy to accept; happy to have; happy to take;
        not the end of the world; will tolerate; will accept; can put up with; as a backup; second choice is; not fussy about; easy about; do not have anything against; have nothing against; next best is
    """),
    ("AF", """
        otherwise; or else; else; failing that; second choice is; second choice would be; backup is; plan b is; fall back on; as a last resort; worst case; at a push; at a pinch; if need be;
        if necessary; if not; if you are out; if you have run out; if you do not have any; if that is gone; if that is not available; if you have to; if there is none left; if there is none;
        if there is no more; if unavailable; if it is not available; if it is gone; followed by; then; after that; next; if all else fails; in a pinch; in that case; second best is; failing which
    """),
    ("+", """
        good; great; a good idea; good idea; perfect; lovely; nice; wonderful; amazing; excellent; delicious; tasty; yummy; yum; fantastic; brilliant; awesome; superb; divine; heavenly; gorgeous; beautiful; ideal; marvelous; marvellous;
        best; favorite; better; nicer; tastier; healthier; safer; fab; fabulous; incredible; the one; the best; spot on; bang on; on point; right; correct; exactly; yes please; hits/hit the spot; the ticket; my thing; my cup of tea; my jam; my
        style; my favorite; my usual; my go to; go to; for me; wins; win; winner; all the way; any day; every time; all day; it is; instead; suits me; suit me; suits; fits; works for me; would be right; cheers me up; calms me; calms me down; calming; soothing;
        relaxing; relax/soothe/calm/cheer/comfort/energise/energize/refresh/revive/warm/delight/perk/wake/help/inspire/excite/amuse/entertain/satisfy/invigorate/suit/motivate/focus/rejuvenate/ground/settle~ me; relax/soothe/calm/cheer/comfort/refresh/revive/warm/perk/wake~ us; cheer/perk/wake/warm/pick/liven~ me up; calm/cool/slow~ me down; makes my day; refreshing; comforting; wakes me up; wake me up; perks me up; picks me up; lifts my mood; helps; helps me; help me; help; energizes me; warms me; warms me up; cools me down; keeps me going; keeps me warm; keeps me awake at work; settles my
        stomach; settles me; sits well with me; agrees with me; goes down well; goes well; reminds me of; makes my day; tempting; appealing; appeals to me; appeals; inviting; cozy; comfortable; comfy; cute; stylish; charming; stunning; elegant; fun; exciting; enjoyable; useful; handy;
        practical; convenient; easier; cool; sweet of you; worth it; unbeatable; hard to beat; irresistible; to die for; what i want; what i wanted; what i need; what i needed; what i had in mind; what i like; what i asked for; what i meant; what i prefer; what i was hoping for;
        what i was after; what i was thinking; what the doctor ordered; i want; i would like; i like; i love; i need; speaks to me; calls to me; called my name; calling my name; smells good; does the trick; did the trick; never gets old; never fails; can not be beaten; top notch; first rate;
        healthy; nutritious; satisfying; kinder; gentler; easier on my stomach; good for me; trumps; rocks; rules; slaps; is king; ftw; for the win; person; kind of person; lover; drinker; girl; guy; man; fan; sounds like a plan; goes; mine; enough; where it belongs; where it goes; looks the part; will be
    """),
    ("+X", """
        more; most; best; better; the most; a little more; a bit more; even more; so much more; way more; much more; most of all; above all; ideally; preferably; for preference; if possible; if you can; first; first choice; tops; number one; over anything; more than anything; the best; favorite of
        all; the better; slightly more; slightly better; a bit better; edges it; has the edge; if i had to choose; if i had to pick; if i must choose; if i could choose; if i had the choice; if given the choice; would be better; would be best; is better; is best; nicer; wins; beats everything; would be my first choice; takes the cake; if i had my way; if there is any; if available; if you have it; if you have any; if you have some; mainly; is preferable; preferable; would be preferable
    """),
    ("=", """
        fine; ok; alright; all right; acceptable; decent; passable; tolerable; adequate; bearable; would do; will do; will be fine; would be fine; would work; will work; works; work; could work; would suffice; suffices; good enough; not bad; not too bad; not so bad; not the worst; not terrible; not awful; no problem;
        at a pinch; in a pinch; at a push; if need be; if necessary; if you must; if i must; if i have to; if needed; if it must be; if it is all you have; if that is all; if there is nothing else; only if; as a backup; as backup; as a fallback; as a last resort; as a second choice; second choice; my second choice;
        is second; second best; second; next best; also good; good too; good as well; great too; nice too; nice as well; great as well; lovely too; also nice; also great; too i suppose; serviceable; so so; meh; it will have to do; will have to do; could be ok; does the job; did the job; could be worse; have seen worse; have had worse; nothing special; suffice; reasonable; either way; not a problem; satisfactory;
        does not bother me; do not bother me; does not matter; is cool with me; a close second; comes second; runner up; backup; fallback; plan b; i can live with; i could live with; can stay; may stay; passes; pass muster; i do not mind; i would not mind; i can do; i could do; i can take; i will take; i could manage; if there is no other way; would be tolerable; could do; in an emergency; for emergencies; won not hurt; will not hurt; would not hurt; for all i care; by me; with me
    """),
    ("-", """
        bad; awful; terrible; horrible; disgusting; gross; nasty; yuck; yucky; ugh; ick; blech; bleh; rubbish; dreadful; horrid; vile; revolting; foul; rank; grim; ghastly; hideous; ugly; worst; the worst; worse; wrong; incorrect; disappointing; mistake; annoying; irritating; boring; dull; tedious; bland; bitter; stale;
        soggy; greasy; flavorless; tasteless; icky; inedible; undrinkable; unpleasant; unbearable; uncomfortable; itchy; scratchy; unhealthy; fattening; dangerous; risky; silly; pointless; useless; a waste; overpriced; ridiculous; lousy; poor; mediocre; underwhelming; crap; sucks; suck; stinks; stink; smells; smell; tasted off; tastes off; tastes funny; tastes weird; weird;
        less; least; the least; too much; too; a bit much; a bit too; a bit on; to death; kill/bore/annoy/irritate/scare/terrify/depress/disgust/stress/exhaust/tire/drain/overwhelm/bloat/nauseate/sicken/frustrate/bug/bother/worry/upset/overstimulate/frighten/spook/agitate~ me; creep/freak/weird/gross/stress/wear/tire~ me out; wind/wire/tense~ me up; bring/get/let~ me down; disagrees with me; does not agree with me; do not agree with me; does not sit well with me; do not sit well; upset~ my; upset~ me; hurt~ my; hurt~; ruin~ my; ruins; mess~ with; messes up; keeps me up; keep me up; keeps me awake; keep me awake; kept me
        up; kept me awake; keeps us up; triggers my; trigger my; bothers me; bother me; wrecks my; drains me; puts me off; put me off; puts me to sleep; sends me to sleep; puts me in a bad mood; turns my stomach; turns me off; goes straight to my; goes right through me; irritate~ my; aggravate~ my; sets off my; set off my; clash~; itch~; pinch~; swell~; makes no sense; backfires; can wait; can go; is out; out of the question; is a no; is a no go; no go;
        nope; off the table; off the menu; off limits; does nothing for me; do nothing for me; not my thing; not my cup of tea; not for me; not my style; not my favorite; not ideal; not great; not it; not really me; not right; no good; not good; not what i want; not what i wanted; not what i asked for; not what i meant; not what i had in mind; not what i need; not what i was after; not what i ordered; is not me; i hate;
        i can not stand; i dislike; i loathe; i detest; overwhelms me; overpowering; sickly; cloying; dry; burnt; smelly; slimy; chewy; lukewarm; oversweet; overly; gives me the creeps; leaves me cold; leave me cold; leaves a; gets stuck in my teeth; gets in the way; takes forever; takes too long; hard to reach; hard to find; in the way; unreachable; inconvenient; impractical; cluttered; crowded; a hassle; a pain; a nightmare; let me down; lets me down; disappoints; was a letdown; overrated; played out; old hat; out of reach
    """),
    ("-C", """
        lost its charm; lost its appeal; lost its magic; lost its shine; lost its sparkle; has lost; does not do it for me anymore; got old; has gotten old; getting old; got boring; has worn off; is behind me; is a thing of the past; is history; not my thing anymore; days are over; days are behind me; phase is over
    """),
    ("+C", """has grown on me; have grown on me; grew on me; grown on me; is growing on me; growing on me; won me over; has won me over; is my new favorite; my new favorite; my new thing; is the new; new go to; my new go to"""),
    ("E", """
        make~ me; make~ my; give~ me; give~ my; leave~ me; leave~ my; send~ me; get~ me; turn~ me; drive~ me; render~ me; bring~ me
    """),
    ("NC", "no longer; not any longer"),
    ("N", """not; nothing; no; never; neither; nor; hardly; barely; scarcely; not exactly; not much of; not particularly; nowhere near; not at all; no way; by no means; rather not; prefer not; prefer not to; no need for; no need of"""),
    ("B", """this morning; yesterday; last night; earlier; earlier today; last week; twice; for breakfast; for lunch; for dinner; all week; every day this week; the other day; two days ago; already; all day"""),
    ("T", "than; trump~; top~ off; beat~; outshine~; outdo~; >; wins over; win over; ahead of; as against; versus; vs; any day over; every time over"),
    ("Q", """as good as; as nice as; as much as; as well as i like; as tasty as; as keen on it as; as comfortable as; as healthy as; as fun as; as appealing as; as tempting as; up to; as great as; as lovely as; as often as; as useful as; as comforting as; as refreshing as; as strongly as; as interesting as; equal to; on par with"""),
    ("K", "swap~; replace~; exchange~; trade~; change~; switch~; switch~ from; go~ from; went from; moved from; swapped out; swap out; switch out"),
    ("C", """
        these days; nowadays; lately; recently; of late; anymore; any longer; changed my mind; changed my tastes; change of heart; my taste has changed; my tastes have changed; taste changed; tastes changed; things have changed;
        have changed; i have changed; since then; am now; from now on; turned over a new leaf; from here on; now that i am older; going forward; new favorite; new me; until recently; till recently; up until recently; not since; has become; have become; became; become; since last year; since last month; turned vegan; turned vegetarian;
        went vegan; gone vegan; gone vegetarian; went vegetarian; in recent months; in recent weeks; this year; past few weeks; past few months; last few weeks; last few months; as i get older; as i have gotten older; the older i get; started; begun; began; by now; at this point in my life; a while ago; my new
    """),
    ("P", """
        used to; once; previously; in the past; back then; back in the day; in my youth; as a child; as a kid; when i was; formerly; until recently; till recently; up until recently; at one time; at one point; there was a time; years ago; ages ago; last year; i was a; i was always; was once; had always; until last
    """),
    ("O", """just today; just this once; only today; today only; for today; this once; for once; for a change; this time; just for now; for now; tonight only; just tonight; only this time; just for today; only for today; one time; now and then; occasionally; special occasion; as a treat; once in a while; just the once; for the time being"""),
    ("S", """no wait; wait; wait no; hold on; hang on; actually; actually no; scratch that; scrap that; strike that; on second thought; on second thoughts; come to think of it; i mean; i meant; correction; or rather; let me rephrase; forget that; forget what i said; no actually; oh wait; make that; changed my mind; ignore that; never mind that; no sorry; sorry i mean; oops; sorry; my mistake; thinking about it"""),
    ("AI", "do not mind; i do not mind; i would not mind; did not mind; would not mind; do not really mind"),
    ("I", """
         no preference; do not have a preference; do not really have a preference; have no preference; not bothered; not fussed; not picky; not fussy; am easy; easy going; am not fussy; do not care; could not care less; do not care which; do not mind which; no strong feelings; no strong preference; no opinion; surprise me; you choose; you pick; you decide; your choice; your call; your pick; up to you; dealer
        is choice; chef is choice; it does not matter; does not matter; makes no difference; no difference; all the same to me; same to me; same difference; whatever; whichever; whatever you like; whatever you think; whatever is easiest; anything goes; am flexible; flexible; your decision; i leave it to you; leave it to you; leave it up to you; i trust you; trust your judgment; trust your judgement; open to anything; am open; i am good with
        whatever; toss a coin; flip a coin; go wild; equally good; equally happy; equally; indifferent; not particular; choose for me; pick for me; decide for me; you know best; use your judgment; use your judgement; feel free to choose; either way; be my guest; mox nix; does it matter; who cares; take your pick; wherever; wherever you like; wherever there is space; wherever there is room; suit yourself
    """),
    ("Y", """yes; sure; go on; go on then; oh go on; twist my arm; why ever not; of course; certainly; indeed; absolutely; definitely; exactly; correct; right; yes please; please do; go ahead; go for it; by all means; why not; sounds good; sounds great; sounds lovely; sounds perfect; sounds nice; sounds like a plan; do it; please; totally; i would$; i do$; i would love that; i would like that; i would love to; i would love some; i would love one; that would be great; affirmative; agreed; deal; bingo; that is it; that is right; that is the one; you bet; for sure; you got it; got it in one; yes i do; yes i would; yes that is right; naturally; gladly; with pleasure; happily; that one please; true; uh huh; :good:"""),
    ("Z", """no; no thanks; no thank you; not really; nothing$; not for me; not today; not now; not tonight; not this time; no way; never; not at all; negative; i would not$; i do not$; i would rather not$; rather not$; i would prefer not; prefer not; not that; absolutely not; definitely not; of course not; certainly not; hard pass; pass; i will pass; please do not$; do not$; hell no; god no; heck no; no chance; not a chance; not likely; not a fan$; not keen$; yuck; ugh; :bad:; nope; try again; wrong; incorrect; false; another one; something else; something different; a different one; anything else; not quite; not what$; not exactly; not particularly$; not especially$; not much$; not ideal; take it back; take it away; turn/switch/put it/that/this off/away; turn/put that/it/this down; get rid of that/it; get it away; take that back; take that away; take them back; send it back; swap it; change it; swap that; not again; guess again; get rid; get rid of it; thanks but no thanks; not my thing; not my favorite; not right; what is this; oh dear; oh no; what were you thinking"""),
    ("H", """thanks; thank you; many thanks; much appreciated; appreciated; appreciate it; i appreciate it; you are a star; you are the best; you are a lifesaver; lifesaver; bless you; well done; good job; great job; nice job; nice one; good one; good work; great work; good call; great call; good choice; great choice; nice choice; excellent choice; perfect choice; lovely choice; wonderful choice; good pick; great pick; nice pick; excellent pick; good thinking; good guess; nailed it; you nailed it; you know me; you know me well; you know me too well; you know me so well; you remembered; you read my mind; read my mind; you got it right; got it right; you got it; that is the one; that is it; what i wanted; what i needed; what i asked for; what i had in mind; what i was hoping for; what i was after; hit the spot; hits the spot; could not be better; could not ask for more; could not have chosen better; could not have picked better; you chose well; thumbs up; ten out of ten; 10 out of 10; a winner; love it; i love it; i like it; keep it; keep it there; leave it there; leave it; keep it that way; happy with that; works for me; works; bravo; kudos; hooray; hurray; yay; woohoo; yum; mmm; mm; bang on; spot on; just right; just the thing; just the ticket; more of that; again next time; keep doing that; keep it up; keep that up; well chosen; well picked; you are right; that is right; excellent; perfect; great; lovely; brilliant; wonderful; fantastic; awesome; superb; amazing; delicious; fabulous; ideal; marvelous; good"""),
    ("D", """no problem; no worries; no rush; no hurry; no bother; no doubt; no trouble; not to worry; no big deal; no pressure; for my taste; for my liking; to my liking; for my tastes; to be honest; to be fair; not to be rude; do not get me wrong; do not worry; do not bother; i know; you know; if you like; if that is ok; if that is alright; if it is no trouble; if it is not too much trouble; if you do not mind; would you mind; do you mind; if possible please; not gonna lie; not going to lie; can not remember; do not know; do not remember; not sure; i think; i would say; i must say; i have to say; i feel; can not lie; can you; could you; would you; will you; of all; for what it is worth; as you know; as always; as usual; last time; next time; first of all; in general; in fact; at first; after all; as well; a lot; a bunch; a cup of; a glass of; a bit of; a piece of; a slice of; a bowl of; a pair of; a plate of; a mug of; a bottle of; a bar of; one of; the one with; some of; more of a; more of; kind of; sort of; i am a; let me think; let me see; good morning; good evening; good afternoon; good day; good night; have a good day; have a nice day; have a great day; have a good one; excuse me; no offence; no offense; no matter what; no doubt about it; no contest; without a doubt; without doubt; without question; hands down; bad day; rough day; long day; to have; to get; to try; to go; to drink; to eat; to wear; to watch; to hear; to be; right away; straight away; too long; would be good to have; at work; best if; it is best; nice try; too kind; very kind; not only that; in the way of"""),
)  # fmt: skip

Phrase = tuple[str, ...]


def _spell_out(phrase: str) -> list[Phrase]:
    slots = []
    for slot in phrase.split():
        words: list[str] = []
        every = slot.endswith("~")
        for word in slot.rstrip("~").split("/"):
            words += _forms(word) if every else [word]
        slots.append(words)
    return [tuple(words) for words in product(*slots)]


@lru_cache(maxsize=1)
def phrase_book() -> dict[str, list[tuple[Phrase, str]]]:
    """Every phrase by its first word, the longest first, with all the letters it carries."""
    letters: dict[Phrase, str] = {}
    for marks, table in _TABLES:
        for phrase in table.split(";"):
            for spelled in _spell_out(phrase):
                if spelled:
                    known = letters.get(spelled, "")
                    letters[spelled] = known + "".join(mark for mark in marks if mark not in known)
    book: dict[str, list[tuple[Phrase, str]]] = {}
    for spelled, marks in letters.items():
        book.setdefault(spelled[0].rstrip("$"), []).append((spelled, marks))
    for phrases in book.values():
        phrases.sort(key=lambda entry: -len(entry[0]))
    return book


def match(row: Sequence[object], at: int, *, naming: bool) -> tuple[int, str]:
    """How many words of the longest phrase that begins here, and its letters; in a naming clause moods are no cue."""
    word = row[at] if at < len(row) else None
    for phrase, marks in phrase_book().get(word, ()) if isinstance(word, str) else ():
        end = at + len(phrase)
        if end > len(row):
            continue
        if naming:
            marks = "".join(mark for mark in marks if mark not in MOODS)
            if not marks:
                continue
        if phrase[-1].endswith("$"):
            if end == len(row) and (*row[at : end - 1], f"{row[end - 1]}$") == phrase:
                return len(phrase), marks
        elif tuple(row[at:end]) == phrase:
            return len(phrase), marks
    return 0, ""


MOODS = frozenset("YZHI")


GOOD_EFFECTS = frozenset(
    """happy happier calm calmer relaxed smile smiling laugh better good great cozy warm warmer strong stronger focused
    energy energetic alert awake comfort comfortable joy peace sleepy-well nostalgic hungry refreshed cheerful lively
    boost lift life confidence confident cool cosy ease relax alive fresh rested productive home pleasure strength cheer
    hope healthy healthier human special safe stylish pretty beautiful pumped motivated""".split()
)
"""What may follow "makes me" and still be praise."""
