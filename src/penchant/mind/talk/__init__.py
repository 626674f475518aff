"""Free talk: from a message to what it says about the person, with no options in sight."""

from penchant.mind.talk.listen import listen as listen
