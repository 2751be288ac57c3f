# Les textes de Shadow Blades en français.

game-name = Shadow Blades
game-summary = Des guildes d'assassins recrutent dans des piles que certains ont vues, déploient des agents dans quatre zones et posent des missions là où elles dominent.

# Options.

option-seats = Le nombre de joueurs.
option-mode = Chacun pour soi, ou Guerre d'alliances : les joueurs 0 et 2 contre 1 et 3 (à 4 joueurs).
option-conspiracy = Guerre de complots : aucun complot (none), un complot tiré au hasard (random), ou l'un d'eux.
option-start = Les cartes de départ : les quatre cartes qui portent un tampon sont distribuées (dealt), ou l'on choisit tour à tour parmi toutes les cartes (drafted).
option-first_seat = Le siège qui commence : un nombre inférieur à seats, ou random.
option-infiltration_specialists = Si Murmure d'ambre, Le caméléon et Passe-tombe ont les compétences données par ce projet (reconstructed), ou aucune (plain).
option-deck = Toutes les cartes, ou sept pour 2 joueurs : un jeu que l'on peut résoudre (small).
bad-alliances = La Guerre d'alliances se joue à 4 joueurs.
bad-small-deck = Le petit paquet se joue à 2 joueurs, avec les cartes de départ distribuées et sans complot.

# Zones et complots.

zone-assassination = Assassinat
zone-theft = Vol
zone-reinforcement = Renforts
zone-infiltration = Infiltration

conspiracy-arrogance = Arrogance
conspiracy-deception = Tromperie
conspiracy-double = Double !
conspiracy-incredible_duo = Duo incroyable
conspiracy-fatal_blow = Coup fatal
conspiracy-weapon_theft = Vol d'armes
conspiracy-total_support = Soutien absolu
conspiracy-espionage = Espionnage

# Cartes.

card-assassin-s = Assassin 1 (départ)
card-assassin-1 = Assassin 1
card-assassin-2 = Assassin 2
card-assassin-3 = Assassin 3
card-assassin-4 = Assassin 4
card-ruby-tracker = Pisteuse de rubis
card-shadow-claw = Griffe de l'ombre
card-yaksha = Yaksha
card-thief-s = Voleur 1 (départ)
card-thief-1 = Voleur 1
card-thief-2 = Voleur 2
card-thief-3 = Voleur 3
card-thief-4 = Voleur 4
card-looter = Pillard
card-illusionist = Illusionniste de saphir
card-beast = Le fauve
card-messenger-s = Messager 1 (départ)
card-messenger-1 = Messager 1
card-messenger-2 = Messager 2
card-messenger-3 = Messager 3
card-messenger-4 = Messager 4
card-falcon = Faucon de jade
card-raven = Le corbeau
card-mistrunner = Course-brume
card-spy-s = Espion 1 (départ)
card-spy-1 = Espion 1
card-spy-2 = Espion 2
card-spy-3 = Espion 3
card-spy-4 = Espion 4
card-whisper = Murmure d'ambre
card-chameleon = Le caméléon
card-gravewalker = Passe-tombe
card-mercenary = Mercenaire 2
card-mercenary-second = Mercenaire 2 (le second)
card-common = Armes ordinaires +1
card-prodigious = Armes prodigieuses +2
card-sudden-attack = Attaque soudaine
card-brutal-strike = Frappe brutale
card-bloody-saga = Saga sanglante
card-intrusion = Intrusion
card-plunder = Pillage
card-spectres = Spectres du clair de lune
card-new-order = Nouvel ordre
card-joint-assault = Assaut commun
card-acolytes = Acolytes des ombres
card-shadowing = Filature
card-crossed-lines = Lignes croisées
card-syndicate = Syndicat du crime
card-contract = Contrat de mercenaire
card-double-at = Double contrat (Assassinat, Vol)
card-double-ar = Double contrat (Assassinat, Renforts)
card-double-ai = Double contrat (Assassinat, Infiltration)
card-double-tr = Double contrat (Vol, Renforts)
card-double-ti = Double contrat (Vol, Infiltration)
card-double-ri = Double contrat (Renforts, Infiltration)

# Les cartes dans la liste de toutes les cartes, avec ce que leur nom ne dit pas.

full-name-agent = { $card }, force { $strength }
full-name-mission = { $conditional ->
    [true] { $card }, prime { $bounty }, sous condition
   *[false] { $card }, prime { $bounty }
}

# Libellés des actions.

label-recruit = Recruter : regarder la pile 1
label-accept = Prendre cette pile
label-refuse = Reposer cette pile
label-pass = Passer le dernier tour
label-end = Terminer le déploiement
label-done = Rien de plus
label-deceive = Tromperie : rallier un agent ennemi
label-pile = Prendre la pile { $pile }
label-seat = Choisir { $seat }
label-zone = Zone { $zone } { $seat_of }
label-agent = Déployer : { $card }
label-mission = Poser la mission { $card } en { $zone }
label-weapon = Utiliser comme arme : { $card }
label-target = Viser : { $agent }
label-discard = Défausser : { $agent }
label-blow = Coup fatal, en défaussant : { $card }
label-keep = Garder : { $card }
label-put = Reposer ensuite sur la pioche : { $card }
label-take = Prendre : { $card }
label-slip = Passer à votre allié : { $card }
label-return = Renvoyer dans la main de son propriétaire : { $card }

# Événements.

event-conspired = Le complot de cette partie : { $conspiracy }.
event-dealt = { $card ->
    [none] { $seat_start } commence.
   *[other] { $seat_start } commence. Votre carte de départ : { $card }.
}
event-offered-last = { $cards ->
    [none] La dernière carte va { $seat_to }.
   *[other] La dernière carte va { $seat_to } : { $cards }.
}
event-offered = { $cards ->
    [none] { $seat_start } choisit parmi { $count } cartes.
   *[other] { $seat_start } choisit parmi { $count } cartes : { $cards }.
}
event-kept = { $card ->
    [none] { $seat_start } garde une carte.
   *[other] { $seat_start } garde une carte : { $card }.
}
event-turn-began = Tour { $turn } : { $seat_bare }.
event-looked = { $cards ->
    [none] { $seat_start } regarde la pile { $pile }.
   *[other] { $seat_start } regarde la pile { $pile } : { $cards }.
}
event-refused = { $seat_start } repose la pile { $pile }.
event-took = { $cards ->
    [none] { $count ->
        [one] { $seat_start } prend la pile { $pile } ({ $count } carte).
       *[other] { $seat_start } prend la pile { $pile } ({ $count } cartes).
    }
   *[other] { $count ->
        [one] { $seat_start } prend la pile { $pile } ({ $count } carte) : { $cards }.
       *[other] { $seat_start } prend la pile { $pile } ({ $count } cartes) : { $cards }.
    }
}
event-looted = { $cards ->
    [none] { $count ->
        [one] { $seat_start } prend la pile { $pile } ({ $count } carte) sans l'avoir regardée.
       *[other] { $seat_start } prend la pile { $pile } ({ $count } cartes) sans l'avoir regardée.
    }
   *[other] { $count ->
        [one] { $seat_start } prend la pile { $pile } ({ $count } carte) sans l'avoir regardée : { $cards }.
       *[other] { $seat_start } prend la pile { $pile } ({ $count } cartes) sans l'avoir regardée : { $cards }.
    }
}
event-refilled = { $knower ->
    [none] La pile { $pile } reçoit une carte de la pioche.
   *[other] { $card ->
        [none] La pile { $pile } reçoit une carte de la pioche, que { $knower } connaît.
       *[other] La pile { $pile } reçoit une carte de la pioche, que { $knower } connaît : { $card }.
    }
}
event-drew = { $knower ->
    [none] { $card ->
        [none] { $seat_start } pioche une carte.
       *[other] { $seat_start } pioche une carte : { $card }.
    }
   *[other] { $card ->
        [none] { $seat_start } pioche une carte, que { $knower } connaît.
       *[other] { $seat_start } pioche une carte, que { $knower } connaît : { $card }.
    }
}
event-deployed = { $weapons ->
    [none] { $seat_start } déploie { $card } (force { $strength }) dans sa zone { $zone }.
   *[other] { $seat_start } déploie { $card } (force { $strength }) dans sa zone { $zone }, avec { $weapons }.
}
event-deployed-elsewhere = { $weapons ->
    [none] { $seat_start } déploie { $card } (force { $strength }) dans la zone { $zone } { $owner_of }.
   *[other] { $seat_start } déploie { $card } (force { $strength }) dans la zone { $zone } { $owner_of }, avec { $weapons }.
}
event-skill = Compétence : { $skill }.
event-mission-laid = { $card ->
    [none] { $seat_start } pose une mission dans sa zone { $zone }.
   *[other] { $seat_start } pose une mission dans sa zone { $zone } : { $card }.
}
event-named = { $seat_start } désigne { $first } et { $second } : l'un des deux doit être défaussé.
event-eliminated = { $agent } quitte la table pour le cimetière.
event-discarded = { $seat_start } défausse de sa main : { $card }.
event-moved = { $weapons ->
    [none] { $seat_start } déplace { $agent } dans sa zone { $zone }.
   *[other] { $seat_start } déplace { $agent } dans sa zone { $zone }, avec { $weapons }.
}
event-scared = { $agent } retourne dans la main de son propriétaire ; { $seat } prend ses armes.
event-whispered = { $cards ->
    [none] { $seat_start } regarde la main { $victim_of }.
   *[other] { $seat_start } regarde la main { $victim_of } : { $cards }.
}
event-taken = { $card ->
    [none] { $seat_start } prend une carte dans la main { $victim_of }.
   *[other] { $seat_start } prend une carte dans la main { $victim_of } : { $card }.
}
event-spied = { $cards ->
    [none] { $seat_start } regarde les missions dans la zone { $zone } { $owner_of }.
   *[other] { $seat_start } regarde les missions dans la zone { $zone } { $owner_of } : { $cards }.
}
event-returned = { $card ->
    [none] { $seat_start } renvoie en main une mission qui était dans la zone { $zone } { $owner_of }.
   *[other] { $seat_start } renvoie en main une mission qui était dans la zone { $zone } { $owner_of } : { $card }.
}
event-conjured = { $cards ->
    [none] { $seat_start } regarde les quatre premières cartes de la pioche.
   *[other] { $seat_start } regarde les quatre premières cartes de la pioche : { $cards }.
}
event-chosen = { $card ->
    [none] { $seat_start } garde l'une des quatre.
   *[other] { $seat_start } garde l'une des quatre : { $card }.
}
event-arranged = { $cards ->
    [none] { $seat_start } repose les trois autres sur la pioche.
   *[other] { $seat_start } repose les trois autres sur la pioche, de haut en bas : { $cards }.
}
event-exhumed = { $seat_start } prend en main la carte du dessus du cimetière.
event-slipped = { $card ->
    [none] { $seat_start } passe une carte { $ally_to } (Carte de l'ombre).
   *[other] { $seat_start } passe une carte { $ally_to } (Carte de l'ombre) : { $card }.
}
event-finale-began = La pioche est vide : l'affrontement final commence. Un dernier tour pour { $seats }.
event-passed = { $seat_start } passe son dernier tour.
event-resigned = { $seat_start } abandonne.
event-revealed = { $sides ->
    [none] Toutes les missions sont révélées : il n'y en a aucune.
   *[other] Toutes les missions sont révélées : { $sides }.
}
event-revealed-side = { $seat_bare } : { $missions }
event-revealed-between = { " ; " }
event-ended = { $count ->
    [one] { $how } Gagnant : { $winners }.
   *[other] { $how } Gagnants : { $winners }.
}

# Fins et scores.

ending-bounties = L'affrontement final est terminé : les primes sont comptées.
ending-resignation = Il n'y a plus d'adversaire.

score-total = Primes

# La table dessinée.

table-head = { $turn ->
    [0] mise en place
   *[other] tour { $turn }, { $seat_bare }
} · { $alliances ->
    [true] 0 et 2 contre 1 et 3
   *[false] chacun pour soi
} · { $conspiracy ->
    [none] sans complot
   *[other] { $conspiracy }
}
table-finale = Affrontement final
table-last-turns = dernier tour à venir : { $seats }
table-last-turn = c'est le tout dernier tour
table-stocks = Pioche { $deck } · pile 1 : { $first } · pile 2 : { $second } · pile 3 : { $third } · cimetière { $graveyard }
table-graveyard-top = Dessus du cimetière : { $card }
table-seen = Vous avez vu, { $place } :
table-skills = Compétences déjà utilisées :
table-legend = ★ dominée   ◆ missions
table-seat = { $relation ->
    [own] { $seat_title } (vous)
    [ally] { $seat_title } (allié)
   *[none] { $seat_title }
}
table-hand-size = { $count ->
    [one] { $count } carte en main
   *[other] { $count } cartes en main
}
table-resigned = a abandonné
table-among-them = dont :
table-nothing = rien sur la table
table-conditional = { $bounty } si ★
table-added = { $owner_of }, ajouté
table-subtracted = { $owner_of }, retranché
table-hand = Votre main
table-empty-hand = Votre main est vide
table-unsure = Cartes vues, position incertaine :
table-one-of = à l'un de ces endroits :
table-deployed = Déployé pendant ce tour :
table-a-mission = une mission
table-a-deception = une Tromperie
table-named = Agents désignés :
table-looking = Vous regardez :
table-chosen = Choisi jusqu'ici :
table-spot = la zone { $zone } { $owner_of }
table-target = cible : { $agent }
table-weapons = armes : { $card }
table-put-back = sur la pioche : { $card }
table-asks = { $own ->
    [true] Vous : { $what }
   *[false] { $seat_title } : { $what }
}
table-no-mission = aucune mission
table-together = { $seats } ensemble :

hand-agents = agents
hand-weapons = armes
hand-missions = missions

# Où une carte cachée peut se trouver.

place-hand = main { $seat_of }
place-missions = missions en { $zone } { $seat_of }
place-pile = pile { $pile }
place-deck = dessus de la pioche
place-bundle = cartes qui circulent

# Ce qui est demandé.

question-draft = quelle carte garder ?
question-turn = recruter ou déployer ?
question-last_turn = déployer ou passer le dernier tour ?
question-recruit = prendre la pile ou la reposer ? (pile { $pile })
question-deploy = continuer le déploiement ou terminer le tour ?
question-ruby_tracker = quels deux agents d'un même adversaire désigner ?
question-tracker_choice = lequel des deux agents désignés défausser ?
question-shadow_claw = quel agent de force 3 au plus éliminer ?
question-yaksha = de quelle zone éliminer le dernier agent arrivé ?
question-looter = quelle pile prendre ?
question-illusionist_keep = laquelle des quatre cartes garder ?
question-illusionist_order = quelle carte reposer ensuite, celle du dessus d'abord ?
question-beast = quel agent porteur d'une arme faire fuir ?
question-mistrunner = quel agent déplacer, en défaussant quelles armes ?
question-whisper = de quel joueur regarder la main ?
question-whisper_take = quelle carte de la main prendre ? (main { $owner_of })
question-chameleon = de quelle zone regarder les missions ?
question-chameleon_return = quelle mission renvoyer dans la main de son propriétaire ? (zone { $zone } { $owner_of })
question-shadow = passer une carte à l'allié (Carte de l'ombre) ?
question-over = la partie est terminée
question-step_zone = dans quelle zone ?
question-step_target = contre qui ?
question-step_deceived = quel agent rallier ?
question-step_weapons = avec quelles armes ?
question-step_second = et quel autre agent ?
question-step_price = contre quelles armes ?

# Refus.

refusal-other_question = Ce n'est pas ce qui est demandé maintenant.
refusal-not_in_hand = Cette carte n'est pas dans votre main.
refusal-cannot_pass = On ne peut pas passer son tour avant l'affrontement final.
refusal-nothing_done = Déployez au moins une carte avant de terminer.
refusal-already_deploying = Un tour est un recrutement ou un déploiement : vous déployez.
refusal-no_recruiting = On ne recrute pas pendant l'affrontement final.
refusal-one_agent = Vous avez déjà déployé votre agent de ce tour.
refusal-no_allowance = Aucune permission de ce tour ne couvre cet agent.
refusal-total_not_allowed = Ainsi, la force de l'agent ne correspondrait à aucune permission de ce tour.
refusal-wrong_zone = Cet agent ne peut pas aller là.
refusal-zone_dominated = Arrogance : aucun agent ne se déploie dans une zone que vous dominez.
refusal-one_mission = Vous avez déjà posé votre mission de ce tour.
refusal-not_dominated = Vous ne dominez pas cette zone.
refusal-not_a_weapon = Un agent ne sert d'arme qu'avec le complot Vol d'armes.
refusal-not_in_bundle = Cette carte n'est pas parmi celles que vous regardez.
refusal-not_two_of_one_opponent = La Pisteuse de rubis désigne deux agents d'un même adversaire, dans l'ordre de leur arrivée.
refusal-not_named = La Pisteuse de rubis n'a pas désigné cet agent.
refusal-too_strong = La Griffe de l'ombre élimine un agent déployé de force 3 au plus.
refusal-empty_zone = Il n'y a pas d'agent dans cette zone.
refusal-not_among_four = Cette carte n'est pas parmi celles que vous regardez.
refusal-not_armed = Le fauve vise un agent adverse qui porte une arme.
refusal-not_payable = Course-brume déplace un agent déployé qui n'est pas plus fort que vos armes, vers une de vos zones où il ne se trouve pas.
refusal-more_weapons_needed = Les armes doivent être au moins aussi fortes que l'agent.
refusal-no_hand_to_hear = Murmure d'ambre vise un adversaire qui a une carte.
refusal-not_in_that_hand = Cette carte n'est pas dans cette main.
refusal-no_mission_there = Le caméléon vise une zone adverse qui porte une mission.
refusal-not_among_missions = Cette mission n'est pas parmi celles que vous regardez.
refusal-no_deception = Pas de Tromperie maintenant : une par tour, avec des armes égales à un agent ennemi.
refusal-not_to_be_deceived = Une Tromperie vise un agent ennemi dont vos armes égalent la force.
refusal-sum_must_match = Avec cette arme, la somme ne pourrait pas égaler la force de l'agent.
refusal-no_fatal_blow = Pas de Coup fatal avec cette carte maintenant.
refusal-not_of_that_strength = Un Coup fatal frappe un agent déployé de même force que l'agent défaussé.
refusal-slip_not_held = Cette carte n'est pas dans votre main.
refusal-already_resigned = Vous avez déjà abandonné.
