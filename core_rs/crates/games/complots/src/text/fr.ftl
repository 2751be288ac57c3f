# Les textes de Complots en français.

game-name = Complots
game-summary = Deux personnages cachés chacun, et le droit d'annoncer n'importe lequel : qui ment et se fait prendre, ou doute à tort, en perd un.

# Options.

option-seats = Le nombre de joueurs.
option-fifth_character = Le personnage qui rejoint la Duchesse, l'Assassin, la Comtesse et le Capitaine.
option-first_seat = Le siège qui commence : un nombre inférieur à seats, ou random.
option-reactions = Comment on demande aux joueurs s'ils mettent en doute ou contrent : l'un après l'autre (clockwise), ou tous à la fois, et la première réaction compte (fastest).
option-block_after_lost_challenge = Qui peut encore contrer une action après une mise en doute perdue : personne (nobody), seulement les autres, pas le joueur qui a douté à tort (others), ou tous ceux qui en ont le droit (anyone).
option-turn_limit = Au bout de ce nombre de tours, les survivants font match nul.
option-deck = Toutes les cartes, ou trois pour 2 joueurs, une dans chaque main : un jeu que l'on peut résoudre (small).
bad-small-deck = Le petit paquet est réservé à 2 joueurs.

# Personnages.

card-duchess = Duchesse
    .the = la Duchesse
card-assassin = Assassin
    .the = l'Assassin
card-countess = Comtesse
    .the = la Comtesse
card-captain = Capitaine
    .the = le Capitaine
card-ambassador = Ambassadeur
    .the = l'Ambassadeur
card-inquisitor = Inquisiteur
    .the = l'Inquisiteur

# Libellés des actions.

label-income = Revenu : prendre 1 pièce
label-foreign_aid = Aide étrangère : prendre 2 pièces
label-tax = Duchesse : prendre 3 pièces
label-exchange = Échanger des cartes avec la Cour
label-coup = Coup d'État à 7 pièces contre { $target }
label-assassinate = Assassin : pour 3 pièces, assassiner { $target }
label-steal = Capitaine : voler 2 pièces { $target_to }
label-examine = Inquisiteur : examiner une carte { $target_of }
label-pass = Passer
label-challenge = Mettre en doute
label-block = Contrer en annonçant { $card_the }
label-lose = Perdre { $card_the }
label-show = Montrer { $card_the }
label-return = Rendre { $card_the } à la Cour
label-keep = Garder { $card_the }
label-give_back = Rendre la carte
label-discard = Faire défausser la carte

# Événements.

event-dealt = Les cartes sont distribuées ; { $seat } commence.
event-kept = Vous gardez { $card_the }.
event-all-kept = Les deux joueurs ont choisi.
event-turn-began = Tour { $turn } : { $seat_bare }.
event-acted-income = { $seat_start } prend le revenu.
event-acted-foreign_aid = { $seat_start } demande l'aide étrangère.
event-acted-coup = { $seat_start } lance un coup d'État contre { $target }.
event-acted-tax = { $seat_start } annonce la Duchesse pour prélever la taxe.
event-acted-assassinate = { $seat_start } annonce l'Assassin pour assassiner { $target }.
event-acted-steal = { $seat_start } annonce le Capitaine pour voler { $target }.
event-acted-exchange = { $seat_start } revendique le droit d'échanger des cartes avec la Cour.
event-acted-examine = { $seat_start } annonce l'Inquisiteur pour examiner une carte { $target_of }.
event-passed = { $seat_start } passe.
event-all-passed = Personne ne réagit.
event-challenged = { $seat_start } met en doute { $card_the } { $claimant_of }.
event-blocked = { $seat_start } contre en annonçant { $card_the }.
event-proved = { $seat_start } révèle { $card_the }.
event-drew = { $cards ->
    [none] { $count ->
        [one] { $seat_start } pioche { $count } carte à la Cour.
       *[other] { $seat_start } pioche { $count } cartes à la Cour.
    }
   *[other] { $count ->
        [one] { $seat_start } pioche { $count } carte à la Cour ({ $cards }).
       *[other] { $seat_start } pioche { $count } cartes à la Cour ({ $cards }).
    }
}
event-returned = { $card ->
    [none] { $seat_start } rend une carte à la Cour.
   *[other] { $seat_start } rend une carte à la Cour ({ $card }).
}
event-lost = { $seat_start } perd { $card_the }.
event-paid = { $coins ->
    [one] { $seat_start } verse { $coins } pièce au Trésor.
   *[other] { $seat_start } verse { $coins } pièces au Trésor.
}
event-took = { $coins ->
    [one] { $seat_start } prend { $coins } pièce au Trésor.
   *[other] { $seat_start } prend { $coins } pièces au Trésor.
}
event-stole = { $coins ->
    [one] { $seat_start } vole { $coins } pièce { $target_to }.
   *[other] { $seat_start } vole { $coins } pièces { $target_to }.
}
event-showed = { $card ->
    [none] { $seat_start } montre une carte { $examiner_to }.
   *[other] { $seat_start } montre une carte { $examiner_to } ({ $card }).
}
event-judged-discarded = { $examiner_start } fait défausser la carte { $seat_of }.
event-judged-given-back = { $examiner_start } rend la carte { $seat_to }.
event-resigning = Votre abandon prend effet entre deux actions.
event-resigned = { $seat_start } abandonne et retourne : { $cards }.
event-won = { $how } Gagnant : { $winners }.
event-drawn = { $how } Survivants : { $winners }.

# Fins.

ending-last_influence = Un seul joueur a encore de l'influence.
ending-turn_limit = La limite de tours est atteinte : match nul entre les survivants.

# La table dessinée.

table-head = [b]Complots[/] · tour { $turn } · Cour { $court } · Trésor { $treasury }
table-coins = { $coins ->
    [one] { $coins } pièce
   *[other] { $coins } pièces
}
table-seat = { $own ->
    [true] { $seat_title } (vous)
   *[false] { $seat_title }
}
table-out = éliminé
table-no-cards = aucune
table-examined = Carte examinée : { $card }
table-pack = Votre paquet : { $cards }
table-set-aside = Vos cartes écartées : { $cards }
table-answered = Vous avez répondu.
table-asks-you = Vous : { $question }
table-asks-you-and = Vous et { $others } : { $question }
table-asks = { $others_title } : { $question }

# Ce qui est demandé.

stage-keep = quelle carte garder ?
stage-act = quelle action ?
stage-challenge_action = mettre l'annonce en doute ?
stage-block = contrer l'action ?
stage-challenge_block = mettre le contre en doute ?
stage-lose = quelle carte perdre ?
stage-return = quelle carte rendre à la Cour ?
stage-show = quelle carte montrer ?
stage-verdict = rendre la carte ou la faire défausser ?
stage-over = la partie est terminée

# Refus.

refusal-cant_pass = On ne passe pas son tour : choisissez une action.
refusal-nothing_to_answer = C'est votre tour : il n'y a rien à mettre en doute, à contrer ni à choisir.
refusal-must_coup = Avec 10 pièces ou plus, vous devez faire un coup d'État.
refusal-coup_too_dear = Le coup d'État coûte 7 pièces.
refusal-coup_target = Le coup d'État vise un adversaire encore en jeu.
refusal-assassin_too_dear = L'Assassin coûte 3 pièces.
refusal-assassin_target = L'Assassin vise un adversaire encore en jeu.
refusal-steal_target = Le Capitaine vise un adversaire encore en jeu.
refusal-examine_target = L'Inquisiteur vise un adversaire encore en jeu.
refusal-no_inquisitor = L'Inquisiteur n'est pas en jeu.
refusal-aid_block = L'aide étrangère n'est contrée que par la Duchesse.
refusal-assassin_block = Un assassinat n'est contré que par la Comtesse.
refusal-steal_block = Le vol est contré par le Capitaine ou par le cinquième personnage en jeu.
refusal-other_window = Mises en doute et contres sont demandés l'un après l'autre : ce n'est pas le moment.
refusal-other_question = Une fenêtre est ouverte : mettez en doute ou contrez, selon ce qui est demandé, ou passez.
refusal-lose_not_held = On ne retourne qu'une carte que l'on a.
refusal-show_not_held = On ne montre qu'une carte que l'on a.
refusal-return_not_held = On ne rend qu'une carte que l'on a.
refusal-not_in_pack = Ce personnage n'est pas dans votre paquet.
refusal-seat_out = Ce joueur est déjà éliminé.
refusal-already_resigned = Ce joueur a déjà abandonné.
refusal-one_action = Un tour compte une seule action, et celle de ce tour est annoncée.
refusal-must_keep = Gardez d'abord une carte de votre paquet.
refusal-aid_challenge = L'aide étrangère n'annonce aucun personnage : elle ne peut pas être mise en doute.
refusal-aid_blocker = On ne contre pas sa propre aide étrangère.
refusal-tax_block = La taxe de la Duchesse ne peut pas être contrée.
refusal-assassin_blocker = Un assassinat n'est contré que par sa cible.
refusal-steal_blocker = Un vol n'est contré que par sa cible.
refusal-exchange_block = L'échange de l'Ambassadeur ne peut pas être contré.
refusal-must_return = L'échange de l'Ambassadeur est en cours : rendez une carte à la Cour.
refusal-inquisitor_exchange_block = L'échange de l'Inquisiteur ne peut pas être contré.
refusal-inquisitor_must_return = L'échange de l'Inquisiteur est en cours : rendez une carte à la Cour.
refusal-inquisitor_return_not_held = On ne rend qu'une carte que l'on a.
refusal-examine_block = L'examen de l'Inquisiteur ne peut pas être contré.
refusal-must_show = Vous êtes examiné : montrez une de vos cartes.
refusal-must_judge = Rendez la carte examinée, ou faites-la défausser.
refusal-already_blocked = Cette aide étrangère est déjà contrée : il y a un contre au plus.
refusal-must_lose = Vous perdez une influence : retournez une de vos cartes.
refusal-not_in_play = Ce personnage n'est pas dans le petit paquet.
