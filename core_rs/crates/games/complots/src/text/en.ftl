# The texts of Complots in English.

game-name = Complots
game-summary = Two hidden characters each, and the right to claim any: whoever is caught lying, or doubts the truth, loses one.

# Options.

option-seats = How many seats there are.
option-fifth_character = Which character joins the Duchess, the Assassin, the Countess and the Captain.
option-first_seat = Which seat begins: a number below seats, or random.
option-reactions = How doubts and counters are asked for: of one seat after the other (clockwise), or of all at once, the first to arrive counts (fastest).
option-counter_after_lost_doubt = Whether a seat that doubted an action's claim and lost may still counter that action.
option-turn_limit = After so many turns the survivors draw.

# Characters.

card-duchess = Duchess
card-assassin = Assassin
card-countess = Countess
card-captain = Captain
card-ambassador = Ambassador
card-inquisitor = Inquisitor

# Labels of actions.

label-income = Income: take 1 coin
label-foreign_aid = Foreign aid: take 2 coins
label-tax = Duchess: take 3 coins
label-exchange = Exchange cards with the Court
label-coup = Coup for 7 coins against { $target }
label-assassinate = Assassin: for 3 coins, assassinate { $target }
label-steal = Captain: steal 2 coins from { $target }
label-examine = Inquisitor: examine a card { $target_of }
label-pass = Pass
label-doubt = Doubt it
label-counter = Counter, claiming: { $card }
label-lose = Lose: { $card }
label-show = Show: { $card }
label-return = Return to the Court: { $card }
label-keep = Keep: { $card }
label-give_back = Give the card back
label-discard = Have the card discarded

# What a seat announces, in the middle of a sentence.

deed-income = income
deed-foreign_aid = foreign aid
deed-coup = a coup
deed-tax = the Duchess's tax
deed-assassinate = an assassination by the Assassin
deed-steal = the Captain's theft
deed-exchange = an exchange with the Court
deed-examine = an examination by the Inquisitor

# Events.

event-dealt = The cards are dealt; { $seat } begins.
event-kept = You keep: { $card }.
event-all-kept = Both seats have chosen.
event-turn-began = Turn { $turn }: { $seat }.
event-acted = { $target ->
    [none] { $seat_start } announces { $deed }.
   *[other] { $seat_start } announces { $deed } against { $target }.
}
event-passed = { $seat_start } passes.
event-all-passed = Nobody reacts.
event-doubted = { $seat_start } doubts that { $claimant } has: { $card }.
event-countered = { $seat_start } counters, claiming: { $card }.
event-proved = { $seat_start } shows: { $card }.
event-drew = { $cards ->
    [none] { $count ->
        [one] { $seat_start } draws { $count } card from the Court.
       *[other] { $seat_start } draws { $count } cards from the Court.
    }
   *[other] { $count ->
        [one] { $seat_start } draws { $count } card from the Court ({ $cards }).
       *[other] { $seat_start } draws { $count } cards from the Court ({ $cards }).
    }
}
event-returned = { $card ->
    [none] { $seat_start } returns a card to the Court.
   *[other] { $seat_start } returns a card to the Court ({ $card }).
}
event-lost = { $seat_start } loses: { $card }.
event-paid = { $coins ->
    [one] { $seat_start } gives { $coins } coin to the Treasury.
   *[other] { $seat_start } gives { $coins } coins to the Treasury.
}
event-took = { $coins ->
    [one] { $seat_start } takes { $coins } coin from the Treasury.
   *[other] { $seat_start } takes { $coins } coins from the Treasury.
}
event-stole = { $coins ->
    [one] { $seat_start } steals { $coins } coin from { $target }.
   *[other] { $seat_start } steals { $coins } coins from { $target }.
}
event-showed = { $card ->
    [none] { $seat_start } shows a card { $examiner_to }.
   *[other] { $seat_start } shows a card { $examiner_to } ({ $card }).
}
event-judged-discarded = { $examiner_start } has the card { $seat_of } discarded.
event-judged-given-back = { $examiner_start } gives { $seat } its card back.
event-resigning = Your resignation takes effect between two actions.
event-resigned = { $seat_start } resigns and turns up: { $cards }.
event-won = { $how } Winner: { $winners }.
event-drawn = { $how } Survivors: { $winners }.

# Endings.

ending-last_influence = One seat alone has influence.
ending-turn_limit = The turn limit is reached: the survivors draw.

# The drawn table.

table-head = [b]Complots[/] · turn { $turn } · Court { $court } · Treasury { $treasury }
table-coins = { $coins ->
    [one] { $coins } coin
   *[other] { $coins } coins
}
table-seat = { $own ->
    [true] { $seat_title } (you)
   *[false] { $seat_title }
}
table-out = out
table-no-cards = none
table-examined = Card examined: { $card }
table-pack = Your pack: { $cards }
table-set-aside = Your cards set aside: { $cards }
table-answered = You have answered.
table-asks-you = You: { $question }
table-asks-you-and = You and { $others }: { $question }
table-asks = { $others_start }: { $question }

# What is asked.

stage-keep = keep which card?
stage-act = which action?
stage-doubt_deed = doubt the claim?
stage-counter = counter the action?
stage-doubt_counter = doubt the counter?
stage-lose = lose which card?
stage-return = return which card to the Court?
stage-show = show which card?
stage-verdict = give the card back, or have it discarded?
stage-over = the match is over

# Refusals.

refusal-cant_pass = A turn can't be passed: take an action.
refusal-nothing_to_answer = Your turn: nothing is there to be doubted, countered or chosen.
refusal-must_coup = With 10 coins or more you must take Coup.
refusal-coup_too_dear = Coup costs 7 coins.
refusal-coup_target = Coup names a living opponent.
refusal-assassin_too_dear = The Assassin costs 3 coins.
refusal-assassin_target = The Assassin names a living opponent.
refusal-steal_target = The Captain names a living opponent.
refusal-examine_target = The Inquisitor names a living opponent.
refusal-no_inquisitor = The Inquisitor is not in play.
refusal-aid_counter = Foreign aid is countered by the Duchess alone.
refusal-assassin_counter = An assassination is countered by the Countess alone.
refusal-steal_counter = Stealing is countered by the Captain or the fifth character in play.
refusal-other_window = Doubts and counters have windows of their own: this is the other one.
refusal-other_question = Something else is asked of this seat now.
refusal-lose_not_held = You can only turn up a card that you hold.
refusal-show_not_held = You can only show a card that you hold.
refusal-return_not_held = You can only return a card that you hold.
refusal-not_in_pack = That character is not in your pack.
refusal-seat_out = This seat is out already.
refusal-already_resigned = This seat has resigned already.
