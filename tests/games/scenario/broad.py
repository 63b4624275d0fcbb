"""A broad scenario for tests: every kind of phase and question, each thing that a file can hold once, and nothing wrong with it."""

from __future__ import annotations

BROAD = """
format = 1
title = "The broad strait"
summary = "Two sides, a strait and a white cell."
situation = "Two sides face each other. Tension stands at {tension}."
wins = "Each brief says it."
rounds = 3
round = "Day"
minutes = 60
teams = [
    { name = "blue", title = "Blue", about = "An island.", brief = "You want the strait open." },
    { name = "red", title = "Red", brief = "You want it shut." },
    { name = "cell", title = "White cell", cell = true },
]
seats = [
    { name = "blue.minister", team = "blue", title = "Blue minister", brief = "You would rather talk." },
    { name = "blue.admiral", team = "blue", title = "Blue admiral", brief = "You would rather sail." },
    { name = "red.minister", team = "red", title = "Red minister", brief = "You need a success." },
    { name = "red.admiral", team = "red", title = "Red admiral", brief = "Your fuel is short." },
    { name = "cell.head", team = "cell", title = "Head of the white cell" },
    { name = "cell.aide", team = "cell", title = "Aide of the white cell" },
]
numbers = [
    { name = "tension", title = "Tension", start = 3, known_to = "all", track = true, marks = [{ at = 8, label = "war" }] },
    { name = "oil", title = "Oil", each = "team", start = 5, starts = { red = 4 }, known_to = "own" },
    { name = "nerve", title = "Nerve", each = "seat", start = 2, known_to = ["red.admiral"] },
    { name = "patience", title = "Patience", start = 4 },
]
documents = [
    { name = "intercept", title = "Intercept", text = "The fleet sails at dawn." },
    { name = "atlas", title = "Atlas", text = "A map.", known_to = "all" },
]

[[phases]]
name = "Before"
kind = "talk"
at = "before"
channels = { "Ministers" = ["blue.minister", "red.minister"] }
minutes = 5
quiet_minutes = 1

[[phases]]
name = "Orders"
kind = "questions"
minutes = 4
channels = "teams"

[[phases.questions]]
name = "move"
ask = "What do you do?"
options = [{ name = "talk", label = "Talk" }, { name = "sail", label = "Sail" }]

[[phases.questions]]
name = "stance"
ask = "How do you stand?"
options = [{ name = "calm", label = "Calm" }, { name = "firm", label = "Firm" }]
silence = "calm"
known_to = "all"

[[phases.questions]]
name = "bid"
ask = "How much oil do you offer?"
kind = "amount"
high = "oil"
silence = 0

[[phases.questions]]
name = "aims"
ask = "What do you want most?"
kind = "several"
low = 1
high = 2
options = [{ name = "coast", label = "The coast" }, { name = "isles", label = "The isles" }]
by = "seat"
of = ["red"]

[[phases.questions]]
name = "budget"
ask = "Where does your money go?"
kind = "allocation"
total = 6
options = [{ name = "ships", label = "Ships" }, { name = "bread", label = "Bread" }]
of = ["blue"]

[[phases.questions]]
name = "wishes"
ask = "What comes first?"
kind = "ranking"
options = [{ name = "peace", label = "Peace" }, { name = "honour", label = "Honour" }]
of = ["blue.admiral"]

[[phases.questions]]
name = "order"
ask = "Your order to the fleet?"
kind = "order"
of = ["red.admiral"]
chars = 200

[[phases.tables]]
name = "Meetings at sea"
of = ["move of blue", "stance of red"]
[[phases.tables.rows]]
answers = ["sail", "firm"]
change = ["tension + 2"]
tell = "Fleets meet. Tension is {tension}."
[[phases.tables.rows]]
answers = ["silent", "*"]
tell = "Blue says nothing."

[[phases.follows]]
name = "Oil"
for_each = "team"
only_if = ["move of own is sail"]
change = ["oil of own - 1"]
tell_to = { own = "You have {oil of own} oil left." }
[[phases.follows]]
only_if = ["move of red is not talk, silent counts", "patience < 3"]
change = ["patience - 1", "tension + 2"]
hand = { intercept = ["blue"] }
[[phases.follows]]
only_if = ["budget of blue in ships >= 3, silent does not", "wishes of blue.admiral in peace = 1, silent does not"]
establish = "Blue builds ships."
[[phases.follows]]
only_if = ["aims of red.admiral has coast", "sum of bid > 4", "count move is talk >= 1"]
chance = 50
end = "deal"
[[phases.follows]]
only_if = ["order of red.admiral is silent", "blue lacks intercept", "round is 2"]
tell_to = { red = "Your admiral keeps silent." }

[[phases]]
name = "Deliberation"
kind = "cell"
rounds = [2, 3]
sets = ["tension", "oil of blue"]
agree = true
[[phases.foreseen]]
name = "calm_sea"
label = "The sea stays calm"
change = ["tension - 1"]
tell = "Nothing moved."

[[phases]]
name = "Claims"
kind = "argument"
at = "after"
of = ["blue", "red"]

[[phases]]
name = "Embargo"
kind = "vote"
at = "after"
vote = "embargo"
motion = "An embargo on oil"
needs = 3
veto = ["red.minister"]

[[phases]]
name = "Accord"
kind = "treaty"
at = "after"
treaty = "accord"
drafter = "blue.minister"
signers = ["blue", "red"]
channels = "all"
only_if = ["embargo is not passed"]

[[endings]]
name = "war"
words = "War broke out over the strait"
when = "always"
only_if = ["tension >= 10"]
[[endings]]
name = "weary"
words = "Patience ran out"
when = "always"
only_if = ["patience = 0"]
reveals = ["patience"]
[[phases]]
name = "Hot wash"
kind = "questionnaire"
of = ["blue"]
consent = "May we keep your answers?"
[[phases.items]]
name = "fair"
ask = "How fair was it?"
steps = 7
ends = ["not at all", "entirely"]
[[phases.items]]
name = "best"
ask = "What taught you most?"
kind = "choice"
options = [{ name = "talk", label = "The talk" }, { name = "vote", label = "The vote" }]
[[phases.items]]
name = "words"
ask = "What else should we know?"
kind = "words"
chars = 200

[[endings]]
name = "deal"
words = "They came to terms"
winners = ["blue", "red"]
[[endings]]
name = "peace"
words = "The accord was signed"
when = "end"
only_if = ["accord is signed"]
winners = "best"
[[endings]]
name = "time"
words = "The crisis passed"
when = "end"

[scores]
sum = ["oil of own", "2 * oil of own", "- tension"]
sheet = [{ issue = "move", option = "sail", points = { blue = 20, red = 5 }, words = "the strait" }]
sheet_only_if = ["embargo is passed"]
bonus = [{ to = "blue", points = 3, only_if = ["embargo is passed"], words = "The embargo" }]

[[hints]]
of = "red"
question = "move"
answer = "sail"
only_if = ["tension < 4", "oil of red >= 2"]
[[hints]]
of = "blue"
question = "bid"
answer = 1

[[injects]]
text = "A tanker is late."
phase = "Orders"
round = 2
minutes = 1
to = "all"
[[injects]]
text = "The press asks."
to = "red"
reply = true
"""
