"""Turns of phrase that stand without a name: yes and no, praise, shrugs, change, asides."""

from __future__ import annotations

MOOD_CUES: tuple[tuple[str, str], ...] = (
    (
        "B",
        """
        this morning; yesterday; last night; earlier; earlier today; last week; twice; for breakfast; for lunch; for
        dinner; all week; every day this week; the other day; two days ago; already; all day
        """,
    ),
    (
        "C",
        """
        i once was$; i used to be$; it once was$; it used to be$; like i used to; as much as i used to; the way i
        used to; as i used to; not like before; ever since; found myself; find myself; my palate has changed; gone
        back to; went back to; these days; nowadays; lately; recently; of late; anymore; any longer; changed my
        mind; changed my tastes; change of heart; my taste has changed; my tastes have changed; taste changed;
        tastes changed; things have changed; have changed; i have changed; since then; am now; from now on; turned
        over a new leaf; from here on; now that i am older; going forward; new favorite; new me; until recently;
        till recently; up until recently; not since; has become; have become; became; become; since last year; since
        last month; turned vegan; turned vegetarian; went vegan; gone vegan; gone vegetarian; went vegetarian; in
        recent months; in recent weeks; this year; past few weeks; past few months; last few weeks; last few months;
        as i get older; as i have gotten older; the older i get; started; begun; began; by now; at this point in my
        life; a while ago; my new
        """,
    ),
    (
        "P",
        """
        serve~ me$; had a good run; did me well; did nicely for; before$; for ages; for years; for so long;
        used to; once; previously; in the past; back then; back in the day; in my youth; as a child;
        as a kid; when i was; formerly; until recently; till recently; up until recently; at one time; at one point;
        there was a time; years ago; ages ago; last year; i was a; i was always; was once; had always; until last
        """,
    ),
    (
        "O",
        """
        just today; just this once; only today; today only; for today; this once; for once; for a change; this time;
        just for now; for now; tonight only; just tonight; only this time; just for today; only for today; one time;
        now and then; occasionally; special occasion; as a treat; once in a while; just the once; for the time being;
        just this time; this time only; just for this time; only for this time; for this once; only this once; only
        tonight; for tonight; just for tonight; only for tonight; just this one time; only this one time; this one time;
        for this one time; one time only; just for a change; only for now; as an exception;
        at the moment; for the moment; just for the moment; just as a treat; as a special treat; as a one off
        """,
    ),
    (
        "S",
        """
        no wait; wait; wait no; hold on; hang on; actually; actually no; scratch that; scrap that; strike that; on
        second thought; on second thoughts; come to think of it; i mean; i meant; correction; or rather; let me
        rephrase; forget that; forget what i said; no actually; oh wait; make that; changed my mind; ignore that;
        never mind that; no sorry; sorry i mean; oops; sorry; my mistake; thinking about it
        """,
    ),
    (
        "AI",
        """
        do not mind; i do not mind; i would not mind; did not mind; would not mind; do not really mind
        """,
    ),
    (
        "I",
        """
        no preference; do not have a preference; do not really have a preference; have no preference; not bothered;
        not too fussed; not too bothered; not too picky; not too worried; not that bothered; not that fussed; could
        go either way; go either way; fine either way; good either way; happy either way; not fussed; not picky; not
        fussy; am easy; easy going; am not fussy; do not care; could not care less; do not care which; do not mind
        which; no strong feelings; no strong preference; no opinion; surprise me; you choose; you pick; you decide;
        your choice; your call; your pick; up to you; dealer is choice; chef is choice; it does not matter; does not
        matter; makes no difference; no difference; all the same to me; same to me; same difference; whatever;
        whichever; whatever you like; whatever you think; whatever is easiest; anything goes; am flexible; flexible;
        your decision; i leave it to you; leave it to you; leave it up to you; i trust you; trust your judgment;
        trust your judgement; open to anything; am open; i am good with whatever; toss a coin; flip a coin; go wild;
        equally good; equally happy; equally; indifferent; not particular; choose for me; pick for me; decide for
        me; you know best; use your judgment; use your judgement; feel free to choose; either way; be my guest; does
        it matter; who cares; take your pick; wherever; wherever you like; wherever there is space; wherever there
        is room; suit yourself
        """,
    ),
    (
        "Y",
        """
        much so; much$; it would$; it does$; it is$; they would$; afraid so; hope so; think so; i hope so; suppose
        so; why yes; rather$; always; every time; any time; anytime; any day; yes; sure; go on; go on then; oh go
        on; twist my arm; why ever not; of course; certainly; indeed; absolutely; definitely; exactly; correct;
        right; yes please; please do; go ahead; go for it; by all means; why not; sounds good; sounds great; sounds
        lovely; sounds perfect; sounds nice; sounds like a plan; do it; please; totally; i would$; i do$; i would
        love that; i would like that; i would love to; i would love some; i would love one; that would be great;
        affirmative; agreed; deal; bingo; that is it; that is right; that is the one; you bet; for sure; you got it;
        got it in one; yes i do; yes i would; yes that is right; naturally; gladly; with pleasure; happily; that one
        please; true; uh huh; :good:
        """,
    ),
    (
        "Z",
        """
        seen/heard/read it$; seen/heard/read it before/already/twice; seen it a; over my dead body; not in a million
        years; not on your life; do not so$; i do not so$; take it/that/this/them/these/those back/away; send
        it/that/this/them back; it would not$; it does not$; it is not$; afraid not; i am afraid not; hope not;
        think not; somewhere else; somewhere different; anywhere else; anything but this/that; no; no thanks; no
        thank you; not really; nothing$; not for me; not today; not now; not tonight; not this time; no way; never;
        not at all; negative; i would not$; i do not$; i would rather not$; rather not$; i would prefer not; prefer
        not; not that; absolutely not; definitely not; of course not; certainly not; hard pass; pass; i will pass;
        please do not$; do not$; hell no; god no; heck no; no chance; not a chance; not likely; not a fan$; not
        keen$; yuck; ugh; :bad:; nope; try again; got it wrong; you got it wrong; you misunderstood; misunderstood;
        missed the mark; way off; not even close; close but no cigar; not quite right; bad choice; poor choice;
        terrible choice; awful choice; bad pick; poor pick; bad call; disappointed; not where it goes; not where it
        belongs; not where they go; not where i want it/them; not in there; do better; not feeling it; not it;
        wrong; incorrect; false; another one; something else; something different; a different one; anything else;
        not quite; not what$; not exactly; not particularly$; not especially$; not much$; not ideal; take it back;
        take it away; turn/switch/put it/that/this off/away; turn/put that/it/this down; too/so cold/hot for
        that/this; get rid of that/it; get it away; take that back; take that away; take them back; send it back;
        swap it; change it; swap that; not again; guess again; get rid; get rid of it; thanks but no thanks; not my
        thing; not my favorite; not right; what is this; oh dear; oh no; what were you thinking; give
        it/this/that/these/those a miss
        """,
    ),
    (
        "H",
        """
        could not ask/wish/hope for better/more; could not have done/chosen/picked/put/said it better; could not
        have done/chosen/picked better; can not fault; meet~ my wishes/needs; no further questions; would have
        done/chosen/picked the same; would have done it the same way; been paying attention; most satisfied; much
        obliged; very well done; got it right; get it right; just right; the right one/ones/place/choice; can not
        wait$; i can not wait$; could not agree more; ace; sorted; what a treat; that is more like it; more like it;
        much better; finally; so good; five stars; well played; happy with this/it; am happy; pleased; very pleased;
        no notes; this is the life; keep it/them coming; good memory; could not be happier; over the moon; made my
        day; you made my day; you get me; you always get it right; get it right; right there; where i want it/them;
        exactly where i want it/them; where it belongs; where it goes; where they go; where they belong; thanks;
        thank you; many thanks; much appreciated; appreciated; appreciate it; i appreciate it; you are a star; you
        are the best; you are a lifesaver; lifesaver; bless you; well done; good job; great job; nice job; nice one;
        good one; good work; great work; good call; great call; good choice; great choice; nice choice; excellent
        choice; perfect choice; lovely choice; wonderful choice; good pick; great pick; nice pick; excellent pick;
        good thinking; good guess; nailed it; you nailed it; you know me; you know me well; you know me too well;
        you know me so well; you remembered; you read my mind; read my mind; you got it right; got it right; you got
        it; that is the one; that is it; what i wanted; what i needed; what i asked for; what i had in mind; what i
        was hoping for; what i was after; hit the spot; hits the spot; could not be better; could not ask for more;
        could not have chosen better; could not have picked better; you chose well; thumbs up; ten out of ten; 10
        10; 10 out of 10; a winner; love it; i love it; i like it; keep it; keep it there; leave it there; leave it;
        keep it that way; happy with that; works for me; works; bravo; kudos; hooray; hurray; yay; woohoo; yum; mmm;
        mm; bang on; spot on; just right; just the thing; just the ticket; more of that; again next time; keep doing
        that; keep it up; keep that up; well chosen; well picked; you are right; that is right; excellent; perfect;
        great; lovely; brilliant; wonderful; fantastic; awesome; superb; amazing; delicious; fabulous; ideal;
        marvelous; good; outdone yourself
        """,
    ),
    (
        "D",
        """
        good/kind/nice/sweet/lovely/thoughtful of you; out of the way; nothing to add; nothing
        to complain about; nothing more to say; mind reading; drum roll; go to your head; tough
        one; if that is all right; if you would; if you please; if i may; if it is not a bother; if you can; bear it
        in mind; bear with me; write it down; no need
        to; no harm done; well i never; could not have known; were not to know;
        great/good/nice/lovely/bad/terrible/rough/long/busy/awful day/night/week/weekend/time/morning/trip/meeting;
        no question; no question about it; no doubt about that; and nothing else; nothing else; hate to say; i hate
        to say; hate to say it; hate to say this; hate to be a pain; hate to bother you; by the way; to be clear; no
        need to rush; no problem; no worries; no rush; no hurry; no bother; no doubt; no trouble; not to worry; no
        big deal; no pressure; for my taste; for my liking; to my liking; for my tastes; to be honest; to be fair;
        not to be rude; whatever happens; no matter what happens; come what may; do not get me wrong; do not
        worry; do not bother; i know; you know; if you like; if that is ok; if that is alright; if it is no trouble;
        if it is not too much trouble; if you do not mind; would you mind; do you mind; if possible please; not gonna
        lie; not going to lie; can not remember; do not know; do not remember; not sure; i think; i would say; i must
        say; i have to say; i feel; can not lie; can you; could you; would you; will you; of all; for what it is
        worth; as you know; as always; as usual; last time; next time; first of all; in general; in fact; at first;
        after all; as well; a lot; a bunch; a cup of; a glass of; a bit of; a piece of; a slice of; a bowl of; a pair
        of; a plate of; a mug of; a bottle of; a bar of; one of; the one with; some of; more of a; more of; kind of;
        sort of; i am a; let me think; let me see; good morning; good evening; good afternoon; good day; good night;
        have a good day; have a nice day; have a great day; have a good one; excuse me; no offence; no offense; no
        matter what; no doubt about it; no contest; without a doubt; without doubt; without question; hands down; bad
        day; rough day; long day; to have; to get; to try; to go; to drink; to eat; to wear; to watch; to hear; to be;
        right away; straight away; too long; would be good to have; at work; best if; it is best; nice try; too kind;
        very kind; not only that; in the way of
        """,
    ),
)
