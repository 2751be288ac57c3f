# The texts of District Noir in English.

game-name = District Noir
game-summary = Two rivals build one line of cards and each take its end once a round; three city cards win at once.

option-first_seat = Which seat starts the first round; random is the toss of the CAMP token.

# Cards.

card-support_5 = Support 5
card-support_6 = Support 6
card-support_7 = Support 7
card-support_8 = Support 8
card-alliance_2 = Alliance +2
card-alliance_3 = Alliance +3
card-alliance_4 = Alliance +4
card-betrayal_1 = Betrayal -1
card-betrayal_2 = Betrayal -2
card-betrayal_3 = Betrayal -3
card-docks = Docks
card-police = Police station
card-hall = Town hall

# The same in the drawn table, in four letters.

tile-docks = Dock
tile-police = Poli
tile-hall = Hall

# Labels of actions.

label-play = Play { $card }
label-take = Take the last five cards of the line

# Events.

event-line-laid = The line begins with { $cards }.
event-round-began = Round { $round } begins; { $starter } starts.
event-played = { $seat_start } plays { $card }.
event-took = { $seat_start } takes { $cards }.
event-ended = { $winner ->
    [none] { $ending }
   *[other] { $ending } The winner is { $winner }.
}

# Endings.

ending-three_cities = One player has all three city cards.
ending-points = The higher total wins.
ending-tie_break = Equal totals: the majority in the highest Support that differs decides.
ending-draw = Equal in everything: a draw.
ending-resignation = A player has left the match.

# Parts of a score.

score-majority_8 = Majority of 8s
score-majority_7 = Majority of 7s
score-majority_6 = Majority of 6s
score-majority_5 = Majority of 5s
score-sets = Sets of 5, 6, 7, 8
score-alliances = Alliances
score-betrayals = Betrayals
score-total = Total

# The drawn table.

table-head = [b]{ game-name }[/] · round { $round } of { $rounds } · draw pile { $pile }
table-line = Line
table-line-empty = empty
table-line-end = ← you would take these
table-seat = { $own ->
    [true] { $seat_title } (you)
   *[false] { $seat_title }
}
table-plays = plays { $plays }/{ $most }
table-taken = has taken
table-not-taken = Take not used yet
table-supports = supports
table-others = others
table-hand = hand
table-no-cards = –

# Refusals.

refusal-hand_empty = Your hand is empty: you must take.
refusal-not_in_hand = This card is not in your hand.
refusal-line_empty = The line is empty: there is nothing to take.
refusal-already_taken = You have taken in this round already: you must play.
