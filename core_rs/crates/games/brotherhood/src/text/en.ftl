# The texts of Brotherhood in English. Names and texts of cards, assassins and missions are in their
# documents.

game-name = Brotherhood
game-summary = Assassins steal through a guarded quarter together, do what is to be done, and get away before time runs out.
document-mission = mission

# Options.

option-seats = The number of players.
option-mission = The mission that is played: one by its id, or a whole one as data (TOML or JSON).
option-assassins = Who plays: first, or one assassin per player, all different; a single player may play two.
option-retries = How often a failed mission may be gone on with.
option-leader = Who decides for all: the next player each turn (rotating), or always player 0 (fixed).
option-mirror = How the map lies: as drawn, flipped, or as chance has it.
option-difficulty = One turn more (easy), the mission's own limit, or one turn fewer (hard).
option-campaign = off; new: the first mission of a campaign; or the state of one to go on from, which names the mission.

# Names. A guard has its article; .of follows a noun, .bare and .many have no article.

guard-crossbowman = a crossbowman
    .of = of a crossbowman
    .bare = crossbowman
    .many = crossbowmen
guard-elite = an elite
    .of = of an elite
    .bare = elite
    .many = elites
squad-nobody = nobody
squad-both = { $crossbowmen } and { $elites }
way-north = north
way-east = east
way-south = south
way-west = west
companion-thieves = thieves
companion-mercenaries = mercenaries
companion-courtesans = courtesans
slot-melee = melee
slot-ranged = ranged
slot-blade = hidden blade
slot-armor = armor
step-movement = Movement
step-combat = Combat
step-reinforcement = Reinforcement
phase-setup = set-up
phase-event = event
phase-assassins = assassins
phase-guard = guards
phase-end = end of turn
phase-retry = a new attempt
phase-over = over
apprentice-red = the red apprentice
apprentice-green = the green apprentice
apprentice-blue = the blue apprentice
apprentice-yellow = the yellow apprentice
name-assassin = assassin { $number }
name-card = card { $number }
name-event = event { $number }
name-chest = chest card { $number }
name-tower = tower card { $number }
name-pass = { $card } ({ $from } → { $to })
name-square = { $square } ({ $there })
name-nowhere = nowhere
name-down = { $assassin } down
name-entrance = { $at ->
    [none] entrance { $letter }
   *[other] entrance { $letter } ({ $at })
}
place-tower = on the tower
place-away = has left
place-out = eliminated

# What is on a square.

there-roof = roof
there-canal = canal
there-station = station
there-chest = chest
there-spot = hiding spot
there-tower = tower

# Things, counted.

count-crossbowman = { $count ->
    [one] { $count } crossbowman
   *[other] { $count } crossbowmen
}
count-elite = { $count ->
    [one] { $count } elite
   *[other] { $count } elites
}
count-bodies = { $count ->
    [one] { $count } body
   *[other] { $count } bodies
}
count-cubes = { $count ->
    [one] { $count } cube
   *[other] { $count } cubes
}
count-dice = { $count ->
    [one] { $count } die
   *[other] { $count } dice
}
count-hits = { $count ->
    [one] { $count } hit
   *[other] { $count } hits
}
count-specials = { $count ->
    [one] { $count } special
   *[other] { $count } specials
}
throw-nothing = nothing but air
throw-both = { $hits } and { $specials }

# Labels of actions, whatever the table. The first letter is made a capital.

label-done = done
label-decline = not this time
label-agree = agree to the trade
label-refuse = refuse the trade
label-enough = that is enough
label-reroll = throw the dice again
label-body = the test for a body
label-pass = a card from { $from } to { $to }
label-toward = { $way }
label-station = station { $number }
label-entrance = entrance { $letter }
label-pick = card { $number }
label-at = square { $square }
label-second = second assassin: { $action }
label-move = move { $way }
label-use = { $card }: use it { $aim }
label-equip = { $card }: into its slot
label-unequip = take off the armor
label-objective = do the objective
label-leave = leave the level for good
label-travel = go to station { $number }
label-hide = hide the body { $guard_of }
label-climb = climb the tower
label-leap = leap of faith
label-open = open the chest
label-save = save a cube
label-conceal = slip into the hiding spot
label-emerge = step out of the hiding spot
label-trade = propose a trade
label-lend = give a cube to { $assassin }
label-mercenaries = { $way ->
    [none] let the mercenaries attack here
   *[other] let the mercenaries attack to the { $way }
}
thieves-chest = let the thieves open the chest
thieves-bodies = let the thieves hide bodies
thieves-find = let the thieves find a card
aim-here = here
aim-near = to the { $way }
aim-far = { $steps } squares to the { $way }
aim-mate = for { $assassin }

# What an assassin does, as things stand. The first letter is made a capital.

action-of = { $assassin }: { $action }
action-cost = { $cost ->
    [0] { $action }, free
    [1] { $action }
   *[other] { $action }, { $cost } cubes
}
action-move = move { $way } to { $to }
action-attack-near = { $card }: attack { $way } at { $to }
action-attack = { $card }: attack on { $to }
action-smoke = { $card }: make the wanted assassins here anonymous
action-tend = { $card }: tend { $assassin }
action-glide = { $card }: glide { $way } to { $to }
action-rattle = { $card }: draw the guards to { $to }
action-cloak = { $card }: put it on
action-use = { $card }: use it
action-equip-instead = { $card }: into its slot, instead of { $before }
action-unequip = { $card }: take it off
action-objective = do objective { $objective }
action-travel = take the station to { $to }
action-leap = leap of faith into the hay of { $to }
action-save = save a cube for later
action-trade = propose a trade with { $assassins }
action-lend = give { $assassin } a cube
action-mercenaries = send the mercenaries against { $to }

# Answers, as things stand. The first letter is made a capital.

answer-agree = agree to the trade: { $passes }
answer-pass = { $from } gives { $to } a card
answer-station = go on from the station of { $at }
answer-entrance = the guard comes by { $entrance }
answer-card-for = { $card }: for { $assassin }
answer-finder = { $cards ->
    [one] { $assassin } draws { $cards } card and keeps one
   *[other] { $assassin } draws { $cards } cards and keeps one
}
answer-company = the { $companions } go with { $assassin }
answer-cancel = cancel the test for { $assassin }
answer-spare = one more die against { $assassin }
answer-tend = a remedy for { $assassin }
answer-keep = keep { $card }
answer-sell = { $florins ->
    [one] sell { $card } for { $florins } florin
   *[other] sell { $card } for { $florins } florins
}
answer-buy = { $florins ->
    [one] buy { $card } for { $florins } florin
   *[other] buy { $card } for { $florins } florins
}
answer-pursuers = { $guards } follow to { $to }
answer-movers = { $guards } go from { $at } to { $to }
answer-placed = { $guards } come by { $entrance }
answer-drowned = { $guard } falls into the water
answer-vanished = { $guard } leaves no body
answer-fell-none = fell no { $guard_bare }
answer-fell = fell { $guards }
answer-way = the guards of { $at } go { $way } to { $to }
answer-first = the guards of { $from } go first to { $to }
answer-shot = the guards of { $at } shoot at { $to }
answer-nobody-comes = nobody comes
answer-reinforcement = let come: { $coming }
answer-place = { $assassin } goes on at { $at }
answer-body = take a body back from { $at }
decline-acts = done with this phase
decline-window = keep the saved cube
decline-cancel = let the tests be made
decline-reroll = let the dice lie
decline-move = stay here
decline-hide = hide no more bodies
decline-keep = keep none
decline-trade = no trade after all
decline-pass = that is the trade
decline-sell = sell nothing more
decline-buy = buy nothing more
decline-tend = keep the remedies

# Questions, after the seats that are asked and a colon.

question-acts = which action?
question-window = use a saved cube?
question-kit = who gets { $card }?
question-finder = who finds something?
question-company = whom do the { $companions } join?
question-cancel = cancel one of the tests?
question-reroll = throw the dice for { $assassin } again?
question-pursuers = { $count ->
    [one] which { $count } guard follow { $assassin } to { $to }?
   *[other] which { $count } guards follow { $assassin } to { $to }?
}
question-way = which way do the guards of { $at } go?
question-first = which guards go first to { $to }?
question-movers = { $count ->
    [one] which { $count } guard go from { $at } to { $to }?
   *[other] which { $count } guards go from { $at } to { $to }?
}
question-shot = where do the guards of { $at } shoot?
question-spare = who is attacked by one more die?
question-placed = { $count ->
    [one] which { $count } guard come?
   *[other] which { $count } guards come?
}
question-body = from which square does the body { $guard_of } go back?
question-entrance = by which entrance does the guard come?
question-reinforcement = which reinforcements come?
question-elites = how many elites does { $assassin } fell?
question-crossbowmen = how many crossbowmen does { $assassin } fell?
question-drowned = who falls into the water?
question-vanished = who leaves no body?
question-move = where does { $assassin } go, for nothing?
question-hide = hide another body?
question-keep = which card does { $assassin } keep?
question-pass = who gives whom a card?
question-passed = which card?
question-consent = is the trade of { $assassin } all right?
question-station = at which station does the team go on?
question-place = where does { $assassin } go on?
question-sell = which card does { $assassin } sell?
question-buy = buy a card?
question-buyer = who gets the card?
question-tend = whom does { $assassin } give a remedy?

# Events. The first letter is made a capital.

event-mirrored = { $mirror ->
    [0] Map: as drawn.
    [1] The map is flipped: east is west.
    [2] The map is flipped: north is south.
   *[other] The map is turned right round.
}
event-turn-began = Turn { $turn }. { $leader_start } leads.
event-assassins-phase = The assassins' hour.
event-guard-phase = The watch stirs.
event-step-began = The guards: { $step }.
event-way-set = { $way ->
    [none] The guards stay where they are.
   *[other] The guards go { $way }.
}
event-event-drawn = { $effect ->
    [none] Event: { $event }.
   *[other] Event: { $event }. { $effect }
}
event-event-out = { $event } is out for good.
event-reshuffled = { $pile ->
    [0] The discarded equipment makes a new deck.
    [1] The discarded events make a new deck.
   *[other] The discarded reinforcements make a new deck.
}
event-saved = { $assassin } saves a cube.
event-saved-spent = { $assassin } spends the saved cube.
event-moved = { $assassin } goes to { $square }.
event-climbed = { $assassin } climbs to the top of the tower.
event-left = { $assassin } slips away from the level.
event-wanted = { $assassin } is wanted!
event-anonymous = { $square ->
    [none] { $assassin } is lost from sight.
   *[other] { $assassin } is lost from sight, last seen on { $square }.
}
event-alert-on = ALERT! The bells ring.
event-base-laid = A red base lies on { $square }: a trail to follow.
event-bases-gone = The trails go cold.
event-hearts = { $hearts ->
    [one] { $assassin } has { $hearts } heart.
   *[other] { $assassin } has { $hearts } hearts.
}
event-fell = { $assassin } goes down: a remedy, quickly!
event-rose = { $assassin } stands again.
event-eliminated = { $assassin } is eliminated.
event-concealed = { $assassin } vanishes into the hiding spot.
event-emerged = { $assassin } comes out of the hiding spot.
event-cloaked = { $assassin } wears a cloak this turn.
event-got = { $assassin } gets: { $card }.
event-equipped = { $assassin } readies: { $card }.
event-unequipped = { $assassin } takes off: { $card }.
event-used = { $assassin } uses: { $card }.
event-offered = The market turns over: { $card }.
event-drawn = { $assassin } draws: { $card }.
event-discarded = Discarded: { $card }.
event-put-out = Out for good: { $card }.
event-florins = You have { $florins } florins now.
event-guards-moved = { $count ->
    [one] { $guards } goes from { $from } to { $to }.
   *[other] { $guards } go from { $from } to { $to }.
}
event-guards-placed = { $count ->
    [one] { $guards } comes to { $square }.
   *[other] { $guards } come to { $square }.
}
event-guard-fell = { $guard } falls on { $square }.
event-guard-gone = { $guard } of { $square } is gone without a trace.
event-body-hidden = The body { $guard_of } is hidden on { $square }.
event-body-taken = The body { $guard_of } is taken back from { $square }.
event-dice = { $assassin } strikes: { $throw }.
event-blows = { $dice } against { $assassin }: { $throw }.
event-tested = { $dice } { $red ->
    [true] red
   *[other] green
} { $dice ->
    [one] die
   *[other] dice
} for { $assassin }: { $seen ->
    [true] seen!
   *[other] unnoticed.
}
event-bodies-tested = { $seen ->
    [0] The guards pass { $bodies } and notice nothing.
   *[other] The guards come upon { $bodies }; seen: { $seen }!
}
event-test-canceled = The night covers a step: a test is cancelled.
event-objective-done = Objective done: { $objective }.
event-chest-opened = { $effect ->
    [none] { $assassin } opens the chest of { $square }: { $chest }.
   *[other] { $assassin } opens the chest of { $square }: { $chest }. { $effect }
}
event-tower-turned = { $effect ->
    [none] { $assassin } looks out over the city: { $tower }.
   *[other] { $assassin } looks out over the city: { $tower }. { $effect }
}
event-false-objective = It was false all along: { $objective }.
event-companions-came = The { $companions } join { $assassin }.
event-companions-used = The { $companions } go into action.
event-companions-gone = The { $companions } are gone.
event-skips = { $steps ->
    [0] The reinforcements stay away this time.
   *[other] Reinforcement steps that will be left out: { $steps }.
}
event-reinforcement-drawn = Reinforcements are called.
event-green-roofs = The roofs are familiar now: green dice up there.
event-seat-done = { $seat_start } is done.
event-seat-back = { $seat_start } may act again.
event-resigned = { $seat_start } gives up its assassins.
event-trade-refused = { $seat_start } refuses the trade.
event-failed = The attempt fails. { $ending } The team goes on.
event-ended = { $trophy ->
    [true] { $ending } A trophy is won!
   *[other] { $ending }
}

# Endings and scores.

ending-success = Mission accomplished: everything is done and the team is away.
ending-eliminated = All assassins are eliminated.
ending-turn_limit = Time has run out.
ending-abandoned = Nobody is left on the level, and an objective is still open.
ending-alert_on = The alert came on, which this mission doesn't forgive.
ending-assassin_critical = An assassin fell, which this mission doesn't forgive.
ending-bodies_seen = Too many bodies were seen.
score-turns = Turns played
score-retries = Retries used
score-eliminated = Assassins eliminated
score-trophy = Trophy
score-objectives = Objectives done

# The drawn table.

table-you = you
table-turn = turn { $turn } of { $limit }
table-leader = leader: { $leader }
table-alert = ALERT
table-quiet = quiet
table-attempt = attempt { $attempt }
table-retries = { $count ->
    [one] { $count } retry left
   *[other] { $count } retries left
}
table-compass = { $way ->
    [none] any way
   *[other] { $way }
}
table-event = Event: { $event } ({ $compass }) { $effect }
table-goals = 100 %: { $goals }.
table-failures = Fails at once if: { $fails }.
table-asks = { $seats }: { $question }
table-hits = { $hits } on { $square }
table-drawn = drawn:
table-offer = on offer:
table-test = { $assassin } { $dice }
# Signs of guards on the map, and the legend: a line each, two spaces between its signs. Guards on an
# objective's places are capitals.
sign-crossbowman = x
sign-elite = e
table-legend =
    ┃ wall  │ roof's edge, not for guards  H ladder  ┊ next tile  · same tile  ░ roof  ~ canal
    S station  O1/2 objective/cost  _ its free place  ▣ chest  ∩ hiding spot  △ tower  ▽ its hay  »A entrance
    x crossbowman  e elite  X E on a place  † body  ● red base  L● wanted  (L) hidden  △L on the tower  l_ down
objective-false = { $square } decoy
objective-done = { $square } done
objective-open = { $places ->
    [0] { $objective } { $square }, { $cubes }
   *[other] { $objective } { $square }, { $cubes }, { $held } of { $places } places held
}
objective-none = now away!
goal-alert-off = the alert is off
goal-bodies = { $bodies ->
    [0] no body lies about
   *[other] at most { $bodies } bodies lie about
}
goal-eliminated = { $assassins ->
    [0] no assassin is eliminated
   *[other] at most { $assassins } assassins eliminated
}
goal-chests-open = all chests are open
goal-tower-turned = the tower was climbed
goal-never-wanted = nobody is ever wanted at the end of the assassins' phase
goal-turns-left = { $turns ->
    [one] with { $turns } turn to spare
   *[other] with { $turns } turns to spare
}
failure-alert-on = the alert comes on
failure-assassin-critical = an assassin falls
failure-bodies-seen = bodies seen: { $bodies } (now { $seen })
board-level = level { $level }
board-used = { $ability } (used)
board-done = done
board-slot = [dim]{ $slot }[/] { $card }
board-companions = { $used ->
    [true] + { $companions } (used)
   *[other] + { $companions }
}
board-beside = beside:
condition-critical = critical
condition-wanted = wanted
condition-anonymous = anonymous
condition-hidden = hidden
condition-may_hide = may hide
condition-cloaked = cloaked
stock-equipment = equipment { $left } (+{ $put })
stock-events = events { $left } (+{ $put })
stock-reinforcements = reinforcements { $left } (+{ $put })
stock-chests = chest cards { $left }
stock-reserve = reserve { $guards }
stock-skips = the next reinforcements stay away
stock-florins = florins { $florins }

# What there is to say of a mission that somebody has written.

note-size = The map has { $width } by { $height } squares and { $objectives } objectives.
note-turns = { $assassins ->
    [one] { $assassins } assassin: at least { $turns } turns on foot without guards, the limit is { $limit }.
   *[other] { $assassins } assassins: at least { $turns } turns on foot without guards, the limit is { $limit }.
}
note-out-of-reach = Guards from entrance { $letter } can't reach { $missing }.

# What is wrong with a document. What somebody wrote is quoted before it is put in here.

fault-at = { $place }: { $reason }
fault-at-line = line { $line }, column { $column }: { $reason }
fault-team-size = With { $seats } seats, assassins names { $seats } of them.
fault-not-alone = { $assassin } needs a companion: not alone.
fault-unknown-mission = There is no mission { $id }. Known are: { $known }.
fault-no-events = There must be at least one event.
fault-event-without-entrance = { $id } brings guards to entrances that the map lacks.
fault-card-without-step = { $id } needs the step { $step }, which the mission lacks.
fault-one-objective = { $id } needs two objectives at least: one of them is false.
fault-tower-cards = Towers need tower cards, and tower cards a tower.
fault-alert-from-start = The alert is on from the start, so it never comes on.
fault-impossible-goal = This goal can't be reached, or can't be missed, in this mission.
fault-card-not-kept = Nobody keeps this card: it is applied when it is drawn.
fault-slot-of-effect = The slot does not fit the effect.
fault-passive-card = This card is never used, so it has no cost, no symbol and is not single.
fault-only-weapon-seen = Only a weapon can be "seen".
fault-same-slot = Another card at the start has the same slot.
fault-six-faces = A die has six faces: hit and special are more.
fault-colors = There must be one assassin of each color: red, green, blue, yellow.
fault-nobody-alone = At least one assassin must be offered to a single player.
fault-no-guards = There are no guards in it.
fault-set-size = There are { $count } cards; a set has { $size }.
fault-fewer-under-alert = V-13.1: under alert nowhere come fewer guards than without.
fault-out-of-bounds = { $number } is out of bounds: { $least } to { $most }.
fault-too-many = There are { $number }; at most { $most } are possible.
fault-twice = This is there twice.
fault-unknown-card = There is no card { $id }.
fault-empty-text = The text is empty.
fault-long-text = The text has { $length } characters; at most { $most } are possible.
fault-control-characters = The text has control characters.
fault-too-many-chests = There are { $chests } chests but only { $cards } chest cards.
fault-no-square = There is no square { $name } on the map.
fault-map-size = The map has { $width } columns and { $height } rows; 1 to { $most } are possible.
fault-row-length = The row has { $length } squares, the first one { $width }.
fault-map-sign = { $sign } is no sign of a map: . floor, ^ roof, ~ canal, # nothing.
fault-no-edge = { $written } does not say between what it is: write b2{ $sign }c2.
fault-apart = The squares { $one } and { $other } don't touch.
fault-ladder-level = A ladder goes between a roof and a floor or canal square.
fault-ladder-wall = There is a wall at the same place.
fault-tiles = { $word } is not known here: write "2x2", or lists of squares.
fault-no-station = There is no station: nobody could come in or leave.
fault-start-without-station = There is no station on { $start }.
fault-out-of-reach = No way leads from the start to { $at }.
fault-no-objectives = There must be at least one objective.
fault-tower-squares = A tower touches four squares, two by two.
fault-towers-touch = Two towers touch the same square.
fault-haystack = The haystack is on one of the tower's four squares.
fault-entrances-touch = Two entrances are on the same square.
fault-squad = { $written } is no group of 1 to 4 guards: X is a crossbowman, E an elite.
fault-entrance-letter = { $group } must begin with one of the letters A to D, each used once.
fault-guard-at-start = No guard stands where assassins come in.
fault-crowded-square = With those of `guards` more than { $most } stand on { $at }.
fault-no-guards-there = There are no guards on { $at }.
fault-too-few-figures = With { $count } assassins { $standing } { $guard_many } stand on the map, of { $all } figures.
fault-no-such-place = There is no mission number { $place }, counted from 0, in a campaign of { $count }.
fault-no-sales = V-5.4: cards are sold once mission { $mission } of the campaign is a success.
fault-unknown-trophy = There is no trophy { $trophy }.
fault-team = There are { $count } assassins; a team has { $size }, or nobody yet.
fault-unknown-assassin = There is no assassin { $role }.
fault-wrong-slot = The card does not belong in this slot.
fault-limit-too-short = The limit is { $limit }; on foot it takes { $turns } turns, even without guards.
fault-escorts = V-27.3: escorted persons are not played; a mission can't have them.
fault-too-long = The document has { $length } bytes; at most { $most } are read.
fault-unreadable = This is not { $format }: { $detail }.
fault-needs-value = { $name } needs a value.
fault-takes-no-value = { $name } takes no value.
fault-custom = This can't be read: { $words }.
fault-form = Here is { $found }; it must be { $form }.
fault-unknown-word = { $name } is not known here. Known are: { $known }.
fault-unknown-key = There is no key { $name } here. The keys are: { $known }.
fault-missing-key = This key is missing.
fault-id = { $id } is no id: a letter, then letters, digits and _, at most { $most } in all; small letters for a mission.
form-byte = a whole number from 0 to 255
form-number = a whole number from 0 to 65535
form-text = a text
form-truth = true or false
form-list = a list
form-choice = a name, or a table with one key
form-tiles = "2x2", or a list of lists
form-table = a table
form-nothing = nothing

# Refusals.

refusal-has_resigned = This player has resigned already.
refusal-not_yours = You have no such assassin.
refusal-not_asked = That is not what is asked now.
refusal-away = This assassin is not on the level.
refusal-critical = This assassin lies in a critical state and waits for a remedy.
refusal-on_tower = On a tower there are only Save, leaps and equipment that is no weapon.
refusal-not_on_tower = A leap of faith starts from the top of a tower.
refusal-hidden = The assassin is hidden: it leaves the spot first.
refusal-not_hidden = The assassin is in no hiding spot.
refusal-no_cube = There are not enough action cubes for that.
refusal-window_cost = Around the guards' steps, a saved cube pays only for an act that costs exactly 1.
refusal-no_saved = This assassin has no saved cube.
refusal-no_way = There is no neighboring square that way.
refusal-no_such_card = The assassin has no such card.
refusal-not_usable = This card is not used by itself.
refusal-used_up = A card that costs nothing is used once a turn.
refusal-no_target = There is no guard on that square.
refusal-out_of_range = This weapon does not reach that square.
refusal-fog = In this fog no attack reaches a neighboring square.
refusal-in_water = No ranged weapon is used from the water.
refusal-hidden_weapon = From a hiding spot only the hidden blade strikes.
refusal-no_roof = This card is used from a roof.
refusal-no_landing = There is no such square to land on.
refusal-none_wanted = Nobody on the square is wanted.
refusal-healthy = That assassin has nothing to heal.
refusal-not_here = That assassin is not on the user's square.
refusal-cloaked = This assassin is cloaked already.
refusal-no_slot = This card goes into no slot.
refusal-not_beside = This card does not lie beside the board.
refusal-slot_changed = The card of a slot is changed once a turn.
refusal-last_heart = Without this armor no heart would be left.
refusal-no_objective = There is no open objective on this square.
refusal-not_clear = A wanted assassin clears the square of guards first.
refusal-no_station = There is no station on this square.
refusal-station_guarded = With guards on the square, only an anonymous assassin takes the station.
refusal-stay_on = While an objective is open, somebody able must stay on the level.
refusal-no_armor = This assassin wears no armor.
refusal-no_body = There are not that many bodies on this square.
refusal-no_tower = No tower touches this square.
refusal-tower_wanted = Only an anonymous assassin climbs a tower.
refusal-no_chest = There is no chest on this square.
refusal-no_save = Save is not in use in this mission.
refusal-saved_full = A cube is saved already.
refusal-no_spot = There is no hiding spot on this square.
refusal-spot_taken = Somebody is in the hiding spot already.
refusal-not_entered = An assassin hides only after it has entered the square, before its next action.
refusal-is_wanted = A wanted assassin can't hide.
refusal-nobody_to_trade = There is nobody on the tile to trade with.
refusal-rebuffed = A trade of this assassin was refused this turn.
refusal-no_ability = This assassin has no such ability.
refusal-ability_spent = The ability is spent for this turn.
refusal-full_cubes = That assassin has all its cubes.
refusal-too_far = The ability does not reach so far.
refusal-no_companions = This assassin has no such companions.
refusal-companions_busy = The companions can't do that here.
refusal-not_that_many = It can't be that many of that kind.
refusal-not_that_way = The guards can't choose that way.
refusal-not_that_assassin = This assassin is not among those asked about.
refusal-not_that_card = This card is not among those to choose from.
refusal-not_that_square = This square is not among those to choose from.
refusal-not_that_station = This station is not among those to choose from.
refusal-not_that_entrance = This entrance is not among those to choose from.
refusal-not_that_pick = This is not among the guards or bodies to choose from.
refusal-trade_full = The trade has as many parts as one trade may have.
refusal-not_on_tile = That assassin takes no part in this trade.
refusal-too_dear = There are not enough florins for that.
refusal-companions_used = These companions have been used.
