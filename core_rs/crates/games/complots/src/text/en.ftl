# The texts of Complots in English.

game-name = Complots
game-summary = Two hidden characters each, and the right to claim any: whoever is caught lying, or challenges the truth, loses one.

# Options.

option-seats = The number of players.
option-fifth_character = Which character joins the Duchess, the Assassin, the Countess and the Captain.
option-first_seat = The seat that begins: a number below seats, or random.
option-reactions = How players are asked whether they challenge or block: one after the other (clockwise), or all at once, and the first reaction to arrive counts (fastest).
option-block_after_lost_challenge = Who may still block an action after a challenge of its claim was lost: nobody, only the others, not the player who lost the challenge (others), or every player who may block it (anyone).
option-turn_limit = After this many turns the survivors draw.
option-deck = All cards, or three for 2 players, one in each hand: a game that can be solved (small).
bad-small-deck = The small deck is for 2 players.

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
label-challenge = Challenge
label-block = Block as { $card }
label-lose = Lose { $card }
label-show = Show { $card }
label-return = Return { $card } to the Court
label-keep = Keep { $card }
label-give_back = Give the card back
label-discard = Have the card discarded

# Events.

event-dealt = The cards are dealt; { $seat } begins.
event-kept = You keep { $card }.
event-all-kept = Both players have chosen.
event-turn-began = Turn { $turn }: { $seat }.
event-acted-income = { $seat_start } takes income.
event-acted-foreign_aid = { $seat_start } asks for foreign aid.
event-acted-coup = { $seat_start } launches a coup against { $target }.
event-acted-tax = { $seat_start } claims Duchess to take the tax.
event-acted-assassinate = { $seat_start } claims Assassin to assassinate { $target }.
event-acted-steal = { $seat_start } claims Captain to steal from { $target }.
event-acted-exchange = { $seat_start } claims the right to exchange cards with the Court.
event-acted-examine = { $seat_start } claims Inquisitor to examine a card { $target_of }.
event-passed = { $seat_start } passes.
event-all-passed = Nobody reacts.
event-challenged = { $seat_start } challenges { $claimant_possessive } { $card }.
event-blocked = { $seat_start } blocks as { $card }.
event-proved = { $seat_start } reveals { $card }.
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
event-lost = { $seat_start } loses { $card }.
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
event-resigned = { $seat_start } resigns and turns up { $cards }.
event-won = { $how } Winner: { $winners }.
event-drawn = { $how } Survivors: { $winners }.

# Endings.

ending-last_influence = Only one player has influence left.
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
stage-challenge_action = challenge the claim?
stage-block = block the action?
stage-challenge_block = challenge the block?
stage-lose = lose which card?
stage-return = return which card to the Court?
stage-show = show which card?
stage-verdict = give the card back, or have it discarded?
stage-over = the match is over

# Refusals.

refusal-cant_pass = A turn can't be passed: take an action.
refusal-nothing_to_answer = Your turn: there is nothing to challenge, to block or to choose.
refusal-must_coup = With 10 coins or more you must take Coup.
refusal-coup_too_dear = Coup costs 7 coins.
refusal-coup_target = Coup names a living opponent.
refusal-assassin_too_dear = The Assassin costs 3 coins.
refusal-assassin_target = The Assassin names a living opponent.
refusal-steal_target = The Captain names a living opponent.
refusal-examine_target = The Inquisitor names a living opponent.
refusal-no_inquisitor = The Inquisitor is not in play.
refusal-aid_block = Foreign aid is blocked by the Duchess alone.
refusal-assassin_block = An assassination is blocked by the Countess alone.
refusal-steal_block = Stealing is blocked by the Captain or the fifth character in play.
refusal-other_window = Challenges and blocks are asked for one after the other: this is not the moment for this one.
refusal-other_question = A window is open: challenge or block, as it asks, or pass.
refusal-lose_not_held = You can only turn up a card that you hold.
refusal-show_not_held = You can only show a card that you hold.
refusal-return_not_held = You can only return a card that you hold.
refusal-not_in_pack = That character is not in your pack.
refusal-seat_out = This player is out already.
refusal-already_resigned = This player has resigned already.
refusal-one_action = A turn has one action, and this turn's is announced.
refusal-must_keep = Keep a card of your pack first.
refusal-aid_challenge = Foreign aid claims no character: it can't be challenged.
refusal-aid_blocker = You can't block your own foreign aid.
refusal-tax_block = The Duchess's tax can't be blocked.
refusal-assassin_blocker = An assassination is blocked by its target alone.
refusal-steal_blocker = Stealing is blocked by its target alone.
refusal-exchange_block = The Ambassador's exchange can't be blocked.
refusal-must_return = The Ambassador's exchange is open: return a card to the Court.
refusal-inquisitor_exchange_block = The Inquisitor's exchange can't be blocked.
refusal-inquisitor_must_return = The Inquisitor's exchange is open: return a card to the Court.
refusal-inquisitor_return_not_held = You can only return a card that you hold.
refusal-examine_block = The Inquisitor's examination can't be blocked.
refusal-must_show = You are examined: show one of your cards.
refusal-must_judge = Give the examined card back, or have it discarded.
refusal-already_blocked = This foreign aid is blocked already: there is one block at most.
refusal-must_lose = You lose an influence: turn up one of your cards.
refusal-not_in_play = That character is not in the small deck.
