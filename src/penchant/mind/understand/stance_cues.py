"""Turns of phrase about a thing that is named: wanting, avoiding, accepting, comparing."""

from __future__ import annotations

STANCE_CUES: tuple[tuple[str, str], ...] = (
    (
        "W",
        """
        never/not get/grow tired/bored/sick of; never tire/tired of; who does not like/love/want/enjoy; nothing i
        would like/love/enjoy/want more/better than; can not fault; can not find fault with; care~ for; like~;
        love~; prefer~; adore~; enjoy~; favor~; keen on; fond of; fan of; into; partial to; sucker for; fall~ for;
        mad/crazy/nuts/big about; big on; addicted/attached to; used to having; am/are/got/get/getting used to;
        could not be happier/gladder with/about; could not be more pleased with; can/could not stand not having; never
        not; never ever not; never/not go wrong with; soft spot for; weakness for; tend~ towards/toward/to; gravitate~
        towards/toward/to; drawn to; hooked on; all about; big believer in; nothing like a; swear by my; can not get
        enough of; can not go wrong with; nothing beats/like; nothing better than; hard to beat; team; obsessed with;
        am about; swear by; live for; passionate about
        """,
    ),
    (
        "W",
        """
        could be talked/persuaded into; set on; holding/held out for; dreaming/dreamt of; picturing; looking for is;
        nowhere but; i will take; not saying no to; not going to say no to; will not say no to; feeling; feel~ up
        for; hankering/itching/yearning/jonesing/pining/gasping/gagging/starving/thirsty/hungry for; be up for;
        would appreciate; treat me to; sign me up for; hit me with; gets my vote; vote is for; my vote is; my vote
        goes to; tempted by/to; inclined to/towards/toward; default to; usual is; happy to have; happy to go with;
        better with; want~; need~; fancy~; crave~; desire~; wish for; hope~ for; long~ for; would like; would love;
        would prefer; would enjoy; would rather; should have; would sooner; had rather; rather have; mood for; feel~
        like; up for; after; ask~ for; order~; request~; said; say~; mean~; choose~; pick~; go~ for; go~ with; opt~
        for; vote~ for; vote for; make it; make mine; make that; stick~ with; stick~ to; am having; would kill for;
        dying/desperate for; could do with; could use; could go for; can not wait for; leaning towards/toward; lean
        towards/toward; lean~ to; let us do/have/try/go; how/what about; why not; any chance of; is there any; was
        expecting; expecting; would not say no to; can not say no to; never say no to; would not turn/pass down;
        would not pass up; would never say no to; never/can not/could not refuse/resist; can not do without; could
        not live without; can not live without; nothing but; only; anything as long as it is; has to be; must be;
        should be; should have been; supposed to be; was hoping for; belong~; belong~ in/on; reach for; yes to;
        count me in for; sold on; thinking; am thinking; was thinking of/about; switch~ to; change~ to; change it
        to; do not forget; not only; not just; looking for; looking forward to; happy/happiest/glad/better off with;
        happier with; better suited to; move it to; take me to; crying out for; calling for; calls for; feel~ more
        like; wondering about; can not beat; come~ back to; turn to; best of all; nothing else than; never turn
        down; never pass up
        """,
    ),
    (
        "WX",
        """
        preferably; ideally; favorite is; first choice is; if i had/have to choose/pick; above all; mostly;
        especially; most of all; in particular; would especially like; slightly prefer; lean more towards; if
        anything; most like; better still; my pick is; my pick would be; my choice is; rather; would much rather;
        would much prefer; edge goes to; but mainly; given the choice; top choice is; top pick is
        """,
    ),
    (
        "WC",
        """
        taken/took/taking up; my heart is with; switched to; have switched to; moved on to; moved over to; come~
        round/around to; started liking/drinking/eating/wearing; started to like/enjoy/prefer/love; grown/grew to
        like/love/enjoy; grown/grew fond of; grown/grew on; got/gotten/getting into; got/gotten/getting a taste for;
        converted to; convert to; become fond of; became fond of; acquired a taste for; developed a taste for; gone
        over to; turned to; come to like/love/enjoy/prefer; came to like/love/enjoy/prefer; learned/learnt to
        love/like/enjoy; warmed to; been really into; been into; discovered; rediscovered; fallen for; fallen in
        love with; am now into; went over to; changed over to; have become a; taken/took to; taken a liking to;
        taken a shine to; come to prefer; got/gotten hooked on; have gone back to; went back to; picked up; begun to
        like/love/prefer/enjoy; started preferring/loving/enjoying; am all about; have been
        drinking/eating/having/wearing/enjoying/loving/preferring/using/craving/choosing/ordering/reaching; have
        been going/opting for; have been reaching for; have been on a; have been getting; tastes have moved to;
        changed my mind to
        """,
    ),
    (
        "w",
        """
        finish~; have~; get~; give~; bring~; try~; use~; take~; put~; grab~; fetch~; pass~; hand~; serve~; make~;
        eat~; drink~; wear~; watch~; play~; hear~; listen to; read~; buy~; place~; leave~; keep~; move~; set~;
        hang~; pop~; store~; see~; go~; go~ to; add~; touch~; order~ up; cook~; turn~ on; stay~ at/in; show~; send~;
        find~; consider~; suggest~; recommend~; start with; throw~; visit~; book~
        """,
    ),
    (
        "V",
        """
        never said i wanted/liked/needed; never asked for; can/could not say i like/love/want/enjoy; wish i
        liked/loved/enjoyed/wanted; like i want/need/wanted; as if i wanted/liked; take/put/send back;
        nothing with; would not have chosen/picked/taken/bought/wanted/ordered; do not bother with; hold;
        who would pick/want/choose/like/wear/eat/drink; who would ever
        pick/want/choose/like/wear/eat/drink; react to; reacts to; reacted to; in from; it from; out from; them
        from; have read/seen/watched; has read/seen/watched; had it with; through with; no thanks to; can not get
        into; could not get into; never got into; complain~ about; turn~ down; say no to; why would i
        need/want/like; who needs; do i look like i want; too many; plenty of; bothered with; no appetite for;
        caught dead in/with/wearing; spare me; save me from; hard no on; hell no to; a no on; havoc with; bad
        experience with; not having; keep me off; fell out with; not one for; sworn off; hate~; dislike~; detest~;
        loathe~; despise~; avoid~; skip~; can/could not stand/bear/stomach/abide/handle/face/tolerate; can not take;
        can not have; can not do; can not eat; can not drink; could not face; allergic to; sick on/from; get~ sick
        on/from; intolerant to/of; allergy to; have an allergy to; sick of; tired of; bored of/with/by; fed up
        with/of; had enough of; have enough of; had enough; too much; had too much; stay/keep/steer away from;
        stay/steer/keep clear of; rid of; ditch~; drop~; lose~; leave out; leave off; remove~; take away; without;
        instead of; rather than; in place of; other than; except; except for; excluding; apart from; aside from;
        besides; as opposed to; barring; bar; minus; regret~; resent~; afraid/scared of; wary of; sensitive to;
        put/turned off by; never liked; never been a fan of; never been keen on; never again; no more; less; pass
        on; decline~; refuse~; reject~; not sure about; not convinced by; not sold on; against; aversion to; mind~;
        do not care for; not care for; never cared for; not a fan of; do without; could do without; can do without;
        can live without; hold the; forget about; forget; never mind; never mind about; enough of; enough; object
        to; far from; keep off; anything but; everything but; all but; any but; everything bar; nothing to do with;
        take it off; get it off; it off; out of; take it out of; get it out of; it out of; away from; not allowed;
        not supposed to have; phobia of; disgusted by; refuse to; why did you bring/pick/choose/get; why would you
        bring/pick/choose/get; why would i want; who wants; who likes; stop~; stop bringing; quit bringing; trying
        to avoid; trying to stay off; trying not to; cut~ down on; cut~ back on; cut~ out; lay off; staying off;
        laying off; overdosed on; already have/had/own/got/has; have already had/got/seen/read; have had enough;
        just had; had my fill of; hard pass on; not a patch on; struggle with; struggle to digest; react badly to;
        do not do well with; do not get on/along with; keep me away from; not into; hardly like; despite; regardless
        of; have to avoid; must avoid; must not have; can not digest; stay off; unlike; had enough of the; scrap;
        cancel; veto~; no to; hard no to; overrated; you can keep; go mad/crazy/insane in/with; terrified/petrified
        of
        """,
    ),
    (
        "VC",
        """
        am past; have cut out; have stopped; so over; done with; finished with; retired from; broken/broke/split up
        with; parted ways with; have had my years of; had my years of; gone off; going off; went off; grown tired
        of; grew tired of; got/gotten tired/bored/sick of; got/gotten bored with; lost interest in; lost my taste
        for; lost my appetite for; grown/grew out of; outgrown; outgrew; moved on from; moved away from; given up;
        given up on; gave up; gave up on; giving up; quit; quit drinking/eating; stopped
        liking/drinking/eating/wearing/enjoying/having/wanting/using/listening; stopped; fallen out of love with;
        am over; totally over; am off; kicked; switched from; moved from; changed from;
        turned against; turned off; come to hate/dislike/loathe; came to hate/dislike; grown to hate/dislike;
        got/gotten over; become allergic to; developed an allergy to; become intolerant to; become sick of; started
        to dislike/hate; started disliking/hating; changed my mind about; changed my mind on; switched off; gone
        right off; gone totally off; gone completely off; sworn off; weaned myself off; ditched; been off; tastes
        have moved on from; turned my back on; cooled on; said goodbye to; had a falling out with; not anymore
        """,
    ),
    (
        "A",
        """
        settle~ for; live with; put up with; make do with; tolerate; ok with; fine with; good with; cool with; happy
        enough with; alright with; content with; could drink/eat/have/take/do/wear/watch/manage; can
        do/manage/handle/tolerate; might manage; not have to be; no objection to; no objections to; no problem with;
        nothing against; nothing wrong with; open to; not opposed/averse to; not against; not fussed about; not
        bothered by; have no issue with; no issue with; no complaints about; accept; can have/take/drink/eat; not
        allergic to; willing to have/try/take/drink/eat; can live with; could live with; could stomach; at worst; at
        least; can work with; could be persuaded to have; if you must; do not mind having; would accept; neutral
        on/about; do not object to; may have; might have; happy to accept; happy to have; happy to take; not the end
        of the world; will tolerate; will accept; can put up with; as a backup; second choice is; not fussy about;
        easy about; do not have anything against; have nothing against; next best is
        """,
    ),
    (
        "AF",
        """
        otherwise; or else; else; failing that; second choice is; second choice would be; backup is; plan b is; fall
        back on; as a last resort; worst case; at a push; at a pinch; if need be; if necessary; if not; if you are
        out; if you have run out; if you do not have any; if that is gone; if that is not available; if you have to;
        if there is none left; if there is none; if there is no more; if unavailable; if it is not available; if it
        is gone; followed by; then; after that; if all else fails; in a pinch; in that case; second best is; failing
        which
        """,
    ),
    (
        "+",
        """
        in mind; the one/ones/place/thing i wanted/needed/meant/wished/liked; the one/ones/place i had in mind; the
        one/ones/place i was after; the one/ones/place i was thinking/dreaming of; the one/ones i was hoping/looking
        for; what/where i wished/wanted/meant; what i asked/hoped/longed for; what/where i had in mind;
        what/where i would choose/pick/put/want/look; what/where i would have chosen/picked/put/wanted/looked; as it
        should be; make~ my day; make~ the cut; the ones$; the place$; how nice/lovely/kind; work~
        beautifully/perfectly/wonderfully/great/nicely/splendidly; the thing$; the job$; will/would/should do
        nicely; is/are fire; is/are lit; perfectly cooked/done/made/chosen; perfectly; her/his/their/our
        thing/style/favorite/cup; good; great; a good idea; good idea; perfect; lovely; nice; wonderful; amazing;
        excellent; delicious; tasty; yummy; yum; fantastic; brilliant; awesome; superb; divine; heavenly; gorgeous;
        beautiful; ideal; marvelous; marvellous; best; favorite; better; nicer; tastier; healthier; safer; comfier;
        cosier; cozier; prettier; kinder; fab; fabulous; incredible; the one; the best; spot on; bang on; on point;
        right; correct; exactly; yes please; hits/hit the spot; the ticket; my thing; my cup of tea; my jam; my
        style; my favorite; my usual; my go to; go to; for me; wins; win; winner; gets my vote; has my vote; is
        calling; is calling me; go/goes down a treat; does it for me; do it for me; do/does me good; would do me
        good; would do us good; would do me a world of good; do us good; my vibe; my speed; more me; more my style;
        ace; lush; up my street; up my alley; right up my street; my pick; my choice; my vote; my first choice; my
        preference; all the way; any day; every time; all day; it is; instead; suits me; suit me; suits; fit~ me;
        fit/fits; is heaven; compliments to the chef; works for me; would be right; calming; soothing; relaxing;
        relax/soothe/calm/cheer/comfort/energise/energize/refresh/revive/warm/delight/perk/wake/help/inspire/excite/amuse/entertain/satisfy/invigorate/suit/motivate/focus/rejuvenate/ground/settle~
        me; relax/soothe/calm/cheer/comfort/refresh/revive/warm/perk/wake~ us; cheer/perk/wake/warm/pick/liven~ me
        up; calm/cool/slow~ me down; makes my day; refreshing; comforting; lifts my mood; helps; helps me; help me;
        help; keeps me going; keeps me warm; keeps me awake at work; settles my stomach; settles me; sits well with
        me; agrees with me; goes down well; goes well; tempting; appealing; appeals to me; appeals; inviting; cozy;
        comfortable; comfy; cute; stylish; charming; stunning; elegant; fun; exciting; enjoyable; useful; handy;
        practical; convenient; easier; cool; worth it; unbeatable; hard to beat; irresistible; to die for; what i
        want$; what i wanted; what i need$; what i needed; what i had in mind; what i like$; what i asked for; what
        i meant; what i prefer; what i was hoping for; what i was after; what i was thinking; what the doctor
        ordered; i want$; i would like$; i like$; i love$; i need$; speaks to me; calls to me; called my name;
        calling my name; smells good; does the trick; did the trick; never gets old; never fails; can not be beaten;
        top notch; first rate; healthy; nutritious; satisfying; kinder; gentler; easier on my stomach; good for me;
        trumps; rocks; rules; slaps; is king; ftw; for the win; person; kind of person; lover; drinker; girl; guy;
        man; fan; sounds like a plan; mine; enough; where it belongs; where it goes; looks the part; do me nicely;
        never disappoint~; never let~ me down
        """,
    ),
    (
        "+X",
        """
        more; most; best; better; the most; a little more; a bit more; even more; so much more; way more; much more;
        most of all; above all; ideally; preferably; for preference; if possible; if you can; first; first choice;
        number one; over anything; more than anything; the best; favorite of all; the better; slightly more;
        slightly better; a bit better; edges it; has the edge; if i had to choose; if i had to pick; if i must
        choose; if i could choose; if i had the choice; if given the choice; would be better; would be best; is
        better; is best; nicer; wins; beats everything; would be my first choice; takes the cake; if i had my way;
        if there is any; if available; if you have it; if you have any; if you have some; mainly; is preferable;
        preferable; would be preferable
        """,
    ),
    (
        "=",
        """
        fine; ok; alright; all right; acceptable; decent; passable; tolerable; adequate; bearable; would do; will
        do; will be fine; would be fine; would work; will work; works; work; could work; would suffice; suffices;
        good enough; not bad; not too bad; not so bad; not the worst; not terrible; not awful; no problem; at a
        pinch; in a pinch; at a push; if need be; if necessary; if you must; if you insist; if i must; if i have to;
        if needed; if it must be; if it is all you have; if that is all; if there is nothing else; only if; as a
        backup; as backup; as a fallback; as a last resort; as a second choice; second choice; my second choice; is
        second; second best; second; next best; also good; good too; good as well; great too; nice too; nice as
        well; great as well; lovely too; also nice; also great; serviceable; so so; meh; it will have to do; will
        have to do; could be ok; does the job; did the job; is doable; doable; not kill me; at a stretch; i can take
        or leave; can take or leave; could take or leave; take it or leave it; no complaints; can not complain;
        wherever it is; where it is; could be worse; have seen worse; have had worse; nothing special; suffice;
        reasonable; either way; never mind$; not a problem; satisfactory; does not bother me; do not bother me; does
        not matter; is cool with me; a close second; comes second; runner up; backup; fallback; plan b; i can live
        with; i could live with; can stay; may stay; passes; pass muster; i do not mind; i would not mind; i can do;
        i could do; i can take; i could manage; if there is no other way; would be tolerable; could do; in an
        emergency; for emergencies; will not hurt; would not hurt; for all i care; by me; with me; edible;
        drinkable; wearable; could have been worse; would also do; will also do; well enough
        """,
    ),
    (
        "-",
        """
        intolerant; is/are/was a bit/tad/touch/little; last choice; my last choice; bottom of my list; is/are out;
        is/are closed; the last thing i want/need; last thing i want/need; been there; is/was/are
        cold/broken/dirty/empty/wet/damp/dusty/noisy/full; gone cold; went cold; a hard no; a no from me; hard no;
        not my vibe; is banned; makes me want to; make me want to; lost on me; gives me the ick; do not mix; do not
        get along/on; does not work for me; do not work for me; missed the mark; way off; a letdown; turn me off;
        crease~; shed~; melt~; scratch~; give up on; stuck in my teeth; rots my teeth; hard on my; bad; awful;
        terrible; horrible; disgusting; gross; nasty; yuck; yucky; ugh; ick; blech; bleh; rubbish; dreadful; horrid;
        vile; revolting; foul; rank; grim; ghastly; hideous; ugly; worst; the worst; worse; wrong; incorrect;
        disappointing; mistake; annoying; irritating; boring; dull; tedious; bland; bitter; stale; soggy; greasy;
        flavorless; tasteless; icky; inedible; undrinkable; unpleasant; unbearable; uncomfortable; itchy; scratchy;
        unhealthy; fattening; dangerous; risky; silly; pointless; useless; a waste; overpriced; ridiculous; lousy;
        poor; mediocre; underwhelming; crap; sucks; suck; stinks; stink; smells; smell; tasted off; tastes off;
        tastes funny; tastes weird; weird; less; least; the least; too much; too; a bit much; a bit too; to death;
        kill/bore/annoy/irritate/scare/terrify/depress/disgust/stress/exhaust/tire/drain/overwhelm/bloat/nauseate/sicken/frustrate/bug/bother/worry/upset/overstimulate/frighten/spook/agitate~
        me; creep/freak/weird/gross/stress/wear/tire~ me out; wind/wire/tense~ me up; bring/get/let~ me down;
        disagrees with me; does not agree with me; do not agree with me; does not sit well with me; do not sit well;
        upset~ my; upset~ me; hurt~ my; hurt~; ruin~ my; ruins; mess~ with; messes up; keeps me up; keep me up;
        keeps me awake; keep me awake; kept me up; kept me awake; keeps us up; triggers my; trigger my; bothers me;
        bother me; wrecks my; drains me; puts me off; put me off; put~ me to sleep; send~ me to sleep; kill~ my;
        impossible; idea of hell; put/puts me in a mood; puts me in a bad mood; turns my stomach; turns me off; goes
        straight to my; goes right through me; irritate~ my; aggravate~ my; sets off my; set off my; clash~; itch~;
        pinch~; swell~; makes no sense; backfires; can wait; can go; is out; out of the question; is a no; is a no
        go; no go; nope; off the table; off the menu; off limits; does nothing for me; do nothing for me; not my
        thing; not my cup of tea; not for me; not my style; not my favorite; not ideal; not great; not it; not
        really me; not right; no good; not good; not what i want; not what i wanted; not what i asked for; not what
        i meant; not what i had in mind; not what i need; not what i was after; not what i ordered; is not me; i
        hate$; i can not stand$; i dislike$; i loathe$; i detest$; overwhelms me; overpowering; sickly; cloying;
        dry; burnt; smelly; slimy; chewy; lukewarm; oversweet; overly; gives me the creeps; leaves me cold; leave me
        cold; gets stuck in my teeth; gets in the way; takes forever; takes too long; hard to reach; hard to find;
        in the way; unreachable; inconvenient; impractical; cluttered; crowded; a hassle; a pain; a nightmare; let
        me down; lets me down; disappoints; was a letdown; overrated; played out; old hat; out of reach; a miss; a
        wide berth; bored stiff/senseless; bored to tears/death; will/would not do; deal breaker; dealbreaker
        """,
    ),
    (
        "-C",
        """
        have parted ways; is/are so last year; is/are last year; so last year; is/are over; is/are
        behind me; stopped working for me; parted ways; do not get along anymore; days are done; lost its charm;
        lost its appeal; lost its magic; lost its shine; lost its sparkle; does not do it for me anymore; got old;
        has gotten old; getting old; got boring; has worn off; is behind me; is a thing of the past; is history; not
        my thing anymore; days are over; days are behind me; phase is over
        """,
    ),
    (
        "+C",
        """
        has grown on me; have grown on me; grew on me; grown on me; is growing on me; growing on me; won me over;
        has won me over; is my new favorite; my new favorite; my new thing; new go to; my new go to
        """,
    ),
    (
        "E",
        """
        make/give/leave/get/turn/drive~ us/her/him/them; make~ me; make~ my; give~ me; give~ my; leave~ me; leave~
        my; send~ me; get~ me; turn~ me; drive~ me; render~ me; bring~ me
        """,
    ),
    (
        "NC",
        """
        no longer; not any longer
        """,
    ),
    (
        "N",
        """
        not; nothing; no; never; never ever; under no circumstances; on no account; not ever; neither; nor; hardly;
        barely; scarcely; not exactly; not much of; not particularly; nowhere near; not at all; no way; by no means;
        rather not; prefer not; prefer not to; no need for; no need of
        """,
    ),
    (
        "T",
        """
        than; trump~; top~ off; beat~; outshine~; outdo~; >; wins over; win over; ahead of; as against; versus; vs;
        any day over; every time over
        """,
    ),
    (
        "Q",
        """
        as good as; as nice as; as much as; as well as i like; as tasty as; as keen on it as; as comfortable as; as
        healthy as; as fun as; as appealing as; as tempting as; up to; as great as; as lovely as; as often as; as
        useful as; as comforting as; as refreshing as; as strongly as; as interesting as; equal to; on par with
        """,
    ),
    (
        "K",
        """
        swap~; replace~; exchange~; trade~; change~; switch~; switch~ from; go~ from; went from; moved from; swapped
        out; swap out; switch out
        """,
    ),
)
