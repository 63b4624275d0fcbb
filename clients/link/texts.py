"""What the link says to people."""

from __future__ import annotations

DOWN_TEXT = "The link to the arbiter is lost. Trying again by itself; what you sealed is safe."
UNKNOWN_TEXT = "The arbiter does not know this machine's key any more: join again with the code on your card."
FENCED_TEXT = "This seat was opened elsewhere, so this window has no say any more."
VERSION_TEXT = "The arbiter runs another version of warcouncil; install the same one here."
FAREWELL_TEXT = "The umpire has ended the exercise."
SEEKING_TEXT = "Looking for the arbiter."
ENDED_TEXT = "Not sent: the umpire has ended the exercise."
SHUT_TEXT = "Not sent: the link is shut for good."
TOO_MANY_TEXT = "Not sent: too much waits for an answer already."
MOVED_TEXT = "You were moved to another seat before this was answered, so it is not sent again."
TOO_LONG_TEXT = "Not sent: that is too long for one message; say it in fewer words."

FALSE_TEXT = (
    "The receipt for your answer to question {gate} is FALSE: it does not prove that the arbiter holds it. "
    "Tell the umpire at once; do not count on that answer."
)
MISSING_TEXT = (
    "Your answer to question {gate} is NOT in the exercise's file, though the arbiter signed for it. "
    "Tell the umpire; if the question is still open, seal it again."
)
FALSE_DRAW_TEXT = "What the arbiter says of this table's chance is FALSE: it is not signed, or not what it said before. Tell the umpire at once."
LEFT_OUT_TEXT = "The chance of this table was made WITHOUT your number. If you were here in time, tell the umpire; it is on record."
LATE_LOT_TEXT = "Your number came too late for the chance of this table: what you were bound to stands in its place, and it is on record."
NOT_KEPT_TEXT = "This machine cannot keep your receipts ({why}): make room, or note what you seal."
