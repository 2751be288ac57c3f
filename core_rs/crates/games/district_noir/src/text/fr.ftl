# Les textes de District Noir en français.

game-name = District Noir
game-summary = Deux rivaux forment une même ligne de cartes et en prennent le bout une fois par manche ; trois cartes ville gagnent sur-le-champ.

option-first_seat = Le siège qui commence la première manche ; random : le jeton CAMP est lancé.

# Cartes.

card-support_5 = Soutien 5
card-support_6 = Soutien 6
card-support_7 = Soutien 7
card-support_8 = Soutien 8
card-alliance_2 = Alliance +2
card-alliance_3 = Alliance +3
card-alliance_4 = Alliance +4
card-betrayal_1 = Trahison -1
card-betrayal_2 = Trahison -2
card-betrayal_3 = Trahison -3
card-docks = Docks
card-police = Commissariat
card-hall = Mairie

# Les mêmes sur la table dessinée, en quatre lettres.

tile-docks = Dock
tile-police = Comm
tile-hall = Mair

# Libellés des actions.

label-play = Jouer { $card }
label-take = Prendre les cinq dernières cartes

# Événements.

event-line-laid = La ligne commence par { $cards }.
event-round-began = La manche { $round } commence ; { $starter } débute.
event-played = { $seat_start } joue { $card }.
event-took = { $seat_start } prend { $cards }.
event-ended = { $winner ->
    [none] { $ending }
   *[other] { $ending } Gagnant : { $winner }.
}

# Fins.

ending-three_cities = Un joueur a réuni les trois cartes ville.
ending-points = Le total le plus élevé l'emporte.
ending-tie_break = À égalité, on départage par la plus haute valeur de Soutien où l'un a la majorité.
ending-draw = Égalité parfaite : partie nulle.
ending-resignation = Un joueur a quitté la partie.

# Éléments d'un score.

score-majority_8 = Majorité des 8
score-majority_7 = Majorité des 7
score-majority_6 = Majorité des 6
score-majority_5 = Majorité des 5
score-sets = Séries de 5, 6, 7, 8
score-alliances = Alliances
score-betrayals = Trahisons
score-total = Total

# La table dessinée.

table-head = [b]{ game-name }[/] · manche { $round } sur { $rounds } · pioche { $pile }
table-line = Ligne
table-line-empty = vide
table-line-end = ← cartes que l'on prendrait
table-seat = { $own ->
    [true] { $seat_title } (vous)
   *[false] { $seat_title }
}
table-plays = cartes jouées { $plays }/{ $most }
table-taken = a pris
table-not-taken = n'a pas pris
table-supports = soutiens
table-others = autres
table-hand = main
table-no-cards = –

# Refus.

refusal-hand_empty = Votre main est vide : vous devez prendre.
refusal-not_in_hand = Cette carte n'est pas dans votre main.
refusal-line_empty = La ligne est vide : il n'y a rien à prendre.
refusal-already_taken = Vous avez déjà pris pendant cette manche : vous devez jouer.
