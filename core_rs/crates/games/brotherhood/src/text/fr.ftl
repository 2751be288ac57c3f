# Les textes de Brotherhood en français. Les noms et textes des cartes, des assassins et des missions
# sont dans leurs documents.

game-name = Brotherhood
game-summary = Des assassins se glissent ensemble dans un quartier gardé, accomplissent leur tâche et s'éclipsent avant que le temps ne s'écoule.
document-mission = mission

# Options.

option-seats = Le nombre de joueurs.
option-mission = La mission jouée : l'une d'elles par son id, ou une mission entière en données (TOML ou JSON).
option-assassins = Qui joue : first, ou un assassin par joueur, tous différents ; un joueur seul peut en jouer deux.
option-retries = Combien de fois une mission échouée peut être reprise.
option-leader = Qui décide pour tous : le joueur suivant à chaque tour (rotating), ou toujours le joueur 0 (fixed).
option-mirror = Comment la carte est posée : telle quelle, retournée, ou au hasard.
option-difficulty = Un tour de plus (easy), la limite de la mission, ou un tour de moins (hard).
option-campaign = off ; new : la première mission d'une campagne ; ou l'état d'une campagne à poursuivre, qui nomme la mission.

# Noms. Un garde a son article ; .of suit un nom, .bare et .many n'ont pas d'article.

guard-crossbowman = un arbalétrier
    .of = d'un arbalétrier
    .bare = arbalétrier
    .many = arbalétriers
guard-elite = un garde d'élite
    .of = d'un garde d'élite
    .bare = garde d'élite
    .many = élites
squad-nobody = personne
squad-both = { $crossbowmen } et { $elites }
way-north = nord
    .the = le nord
    .toward = au nord
way-east = est
    .the = l'est
    .toward = à l'est
way-south = sud
    .the = le sud
    .toward = au sud
way-west = ouest
    .the = l'ouest
    .toward = à l'ouest
companion-thieves = les voleurs
companion-mercenaries = les mercenaires
companion-courtesans = les courtisanes
slot-melee = mêlée
slot-ranged = distance
slot-blade = lame secrète
slot-armor = armure
step-movement = Déplacement
step-combat = Combat
step-reinforcement = Renforts
phase-setup = mise en place
phase-event = événement
phase-assassins = assassins
phase-guard = gardes
phase-end = fin du tour
phase-retry = nouvel essai
phase-over = terminé
apprentice-red = l'apprenti rouge
apprentice-green = l'apprenti vert
apprentice-blue = l'apprenti bleu
apprentice-yellow = l'apprenti jaune
name-assassin = l'assassin { $number }
name-card = carte { $number }
name-event = événement { $number }
name-chest = carte coffre { $number }
name-tower = carte tour { $number }
name-pass = { $card } ({ $from } → { $to })
name-square = { $square } ({ $there })
name-nowhere = nulle part
name-down = { $assassin } à terre
name-entrance = { $at ->
    [none] l'entrée { $letter }
   *[other] l'entrée { $letter } ({ $at })
}
place-tower = sur la tour
place-away = hors du niveau
place-out = hors de combat

# Ce qu'il y a sur une case.

there-roof = toit
there-canal = canal
there-station = station
there-chest = coffre
there-spot = cachette
there-tower = tour

# Des choses, comptées. Zéro est au pluriel.

count-crossbowman = { $count ->
    [1] { $count } arbalétrier
   *[other] { $count } arbalétriers
}
count-elite = { $count ->
    [1] { $count } garde d'élite
   *[other] { $count } gardes d'élite
}
count-bodies = { $count } corps
count-cubes = { $count ->
    [1] { $count } cube
   *[other] { $count } cubes
}
count-dice = { $count ->
    [1] { $count } dé
   *[other] { $count } dés
}
count-hits = { $count ->
    [1] { $count } touche
   *[other] { $count } touches
}
count-specials = { $count ->
    [1] { $count } spécial
   *[other] { $count } spéciaux
}
throw-nothing = rien que du vent
throw-both = { $hits } et { $specials }

# Libellés des actions, quelle que soit la table. La première lettre devient majuscule.

label-done = terminé
label-decline = pas cette fois
label-agree = accepter l'échange
label-refuse = refuser l'échange
label-enough = cela suffit
label-reroll = relancer les dés
label-body = le test pour un corps
label-pass = une carte de { $from } à { $to }
label-toward = { $way }
label-station = station { $number }
label-entrance = entrée { $letter }
label-pick = carte { $number }
label-at = case { $square }
label-second = second assassin : { $action }
label-move = aller { $way_toward }
label-use = { $card } : s'en servir { $aim }
label-equip = { $card } : dans son emplacement
label-unequip = ôter l'armure
label-objective = accomplir l'objectif
label-leave = quitter le niveau pour de bon
label-travel = aller à la station { $number }
label-hide = cacher le corps { $guard_of }
label-climb = monter sur la tour
label-leap = saut de la foi
label-open = ouvrir le coffre
label-save = mettre un cube de côté
label-conceal = se glisser dans la cachette
label-emerge = sortir de la cachette
label-trade = proposer un échange
label-lend = donner un cube à { $assassin }
label-mercenaries = { $way ->
    [none] faire attaquer ici les mercenaires
   *[other] faire attaquer les mercenaires { $way_toward }
}
thieves-chest = faire ouvrir le coffre par les voleurs
thieves-bodies = faire cacher des corps par les voleurs
thieves-find = faire trouver une carte par les voleurs
aim-here = ici
aim-near = { $way_toward }
aim-far = { $steps } cases { $way_toward }
aim-mate = pour { $assassin }

# Ce que fait un assassin, en l'état. La première lettre devient majuscule.

action-of = { $assassin } : { $action }
action-cost = { $cost ->
    [0] { $action }, sans cube
    [1] { $action }
   *[other] { $action }, { $cost } cubes
}
action-move = aller { $way_toward } en { $to }
action-attack-near = { $card } : attaquer { $way_toward } en { $to }
action-attack = { $card } : attaquer en { $to }
action-smoke = { $card } : rendre anonymes les assassins recherchés de la case
action-tend = { $card } : soigner { $assassin }
action-glide = { $card } : planer { $way_toward } jusqu'en { $to }
action-rattle = { $card } : attirer les gardes en { $to }
action-cloak = { $card } : la mettre
action-use = { $card } : s'en servir
action-equip-instead = { $card } : dans son emplacement, à la place de { $before }
action-unequip = { $card } : l'ôter
action-objective = accomplir l'objectif { $objective }
action-travel = voyager de station en station jusqu'en { $to }
action-leap = saut de la foi dans le foin de { $to }
action-save = mettre un cube de côté
action-trade = proposer un échange avec { $assassins }
action-lend = donner un cube à { $assassin }
action-mercenaries = lancer les mercenaires sur { $to }

# Réponses, en l'état. La première lettre devient majuscule.

answer-agree = accepter l'échange : { $passes }
answer-pass = { $from } donne une carte à { $to }
answer-station = repartir de la station de { $at }
answer-entrance = le garde vient par { $entrance }
answer-card-for = { $card } : pour { $assassin }
answer-finder = { $cards ->
    [one] { $assassin } pioche { $cards } carte et en garde une
   *[other] { $assassin } pioche { $cards } cartes et en garde une
}
answer-company = { $companions } suivent { $assassin }
answer-cancel = annuler le test contre { $assassin }
answer-spare = un dé de plus contre { $assassin }
answer-tend = un remède pour { $assassin }
answer-keep = garder { $card }
answer-sell = { $florins ->
    [1] vendre { $card } pour { $florins } florin
   *[other] vendre { $card } pour { $florins } florins
}
answer-buy = { $florins ->
    [1] acheter { $card } pour { $florins } florin
   *[other] acheter { $card } pour { $florins } florins
}
answer-pursuers = poursuite jusqu'en { $to } : { $guards }
answer-movers = de { $at } en { $to } : { $guards }
answer-placed = par { $entrance } : { $guards }
answer-drowned = { $guard } tombe à l'eau
answer-vanished = { $guard } ne laisse pas de corps
answer-fell-none = n'abattre aucun { $guard_bare }
answer-fell = abattre { $guards }
answer-way = les gardes de { $at } vont { $way_toward } en { $to }
answer-first = d'abord les gardes de { $from }, vers { $to }
answer-shot = les gardes de { $at } tirent en { $to }
answer-nobody-comes = personne ne vient
answer-reinforcement = faire venir : { $coming }
answer-place = { $assassin } repart en { $at }
answer-body = reprendre un corps de { $at }
decline-acts = terminé pour cette phase
decline-window = garder le cube mis de côté
decline-cancel = laisser faire les tests
decline-reroll = laisser les dés
decline-move = rester là
decline-hide = ne plus cacher de corps
decline-keep = n'en garder aucune
decline-trade = finalement, pas d'échange
decline-pass = voilà l'échange
decline-sell = ne plus rien vendre
decline-buy = ne plus rien acheter
decline-tend = garder les remèdes

# Questions, après les sièges interrogés et deux-points.

question-acts = quelle action ?
question-window = utiliser un cube mis de côté ?
question-kit = { $card } : pour qui ?
question-finder = qui trouve quelque chose ?
question-company = qui { $companions } rejoignent-ils ?
question-cancel = annuler un des tests ?
question-reroll = relancer les dés contre { $assassin } ?
question-pursuers = { $count ->
    [one] quel garde pour suivre { $assassin } en { $to } ?
   *[other] quels { $count } gardes pour suivre { $assassin } en { $to } ?
}
question-way = de quel côté vont les gardes de { $at } ?
question-first = quels gardes vont d'abord en { $to } ?
question-movers = { $count ->
    [one] quel garde pour aller de { $at } en { $to } ?
   *[other] quels { $count } gardes pour aller de { $at } en { $to } ?
}
question-shot = où tirent les gardes de { $at } ?
question-spare = contre qui va un dé de plus ?
question-placed = { $count ->
    [one] quel garde pour entrer ?
   *[other] quels { $count } gardes pour entrer ?
}
question-body = de quelle case reprendre le corps { $guard_of } ?
question-entrance = par quelle entrée le garde vient-il ?
question-reinforcement = quels renforts viennent ?
question-elites = combien de gardes d'élite { $assassin } abat ?
question-crossbowmen = combien d'arbalétriers { $assassin } abat ?
question-drowned = qui tombe à l'eau ?
question-vanished = qui ne laisse pas de corps ?
question-move = où va { $assassin }, sans cube ?
question-hide = cacher un autre corps ?
question-keep = quelle carte garde { $assassin } ?
question-pass = qui donne une carte à qui ?
question-passed = quelle carte ?
question-consent = l'échange de { $assassin } vous va-t-il ?
question-station = de quelle station l'équipe repart-elle ?
question-place = d'où repart { $assassin } ?
question-sell = quelle carte vend { $assassin } ?
question-buy = acheter une carte ?
question-buyer = à qui va la carte ?
question-tend = à qui { $assassin } donne un remède ?

# Événements. La première lettre devient majuscule.

event-mirrored = { $mirror ->
    [0] Plan du niveau : orientation d'origine.
    [1] La carte est retournée : l'est est à l'ouest.
    [2] La carte est retournée : le nord est au sud.
   *[other] La carte a fait un demi-tour.
}
event-turn-began = Tour { $turn }. { $leader_start } mène.
event-assassins-phase = L'heure des assassins.
event-guard-phase = Le guet se met en marche.
event-step-began = Les gardes : { $step }.
event-way-set = { $way ->
    [none] Les gardes restent où ils sont.
   *[other] Les gardes vont vers { $way_the }.
}
event-event-drawn = { $effect ->
    [none] Événement : { $event }.
   *[other] Événement : { $event }. { $effect }
}
event-event-out = { $event } : retiré pour de bon.
event-reshuffled = { $pile ->
    [0] Les équipements défaussés refont une pioche.
    [1] Les événements défaussés refont une pioche.
   *[other] Les renforts défaussés refont une pioche.
}
event-saved = { $assassin } met un cube de côté.
event-saved-spent = { $assassin } dépense le cube mis de côté.
event-moved = { $assassin } va en { $square }.
event-climbed = { $assassin } grimpe au sommet de la tour.
event-left = { $assassin } s'éclipse du niveau.
event-wanted = on recherche { $assassin } !
event-anonymous = { $square ->
    [none] on perd la trace de { $assassin }.
   *[other] on perd la trace de { $assassin } en { $square }.
}
event-alert-on = ALERTE ! Les cloches sonnent.
event-base-laid = Un socle rouge en { $square } : une piste à suivre.
event-bases-gone = Les pistes refroidissent.
event-hearts = { $hearts ->
    [1] { $assassin } a { $hearts } cœur.
   *[other] { $assassin } a { $hearts } cœurs.
}
event-fell = { $assassin } s'effondre : un remède, vite !
event-rose = { $assassin } se relève.
event-eliminated = { $assassin } : hors de combat.
event-concealed = { $assassin } disparaît dans la cachette.
event-emerged = { $assassin } sort de la cachette.
event-cloaked = { $assassin } porte une cape ce tour-ci.
event-got = { $assassin } reçoit : { $card }.
event-equipped = { $assassin } prend en main : { $card }.
event-unequipped = { $assassin } ôte : { $card }.
event-used = { $assassin } se sert de : { $card }.
event-offered = Le marché retourne : { $card }.
event-drawn = { $assassin } pioche : { $card }.
event-discarded = Défaussé : { $card }.
event-put-out = Retiré pour de bon : { $card }.
event-florins = Vous avez maintenant { $florins } florins.
event-guards-moved = { $count ->
    [one] { $guards } va de { $from } en { $to }.
   *[other] { $guards } vont de { $from } en { $to }.
}
event-guards-placed = { $count ->
    [one] { $guards } arrive en { $square }.
   *[other] { $guards } arrivent en { $square }.
}
event-guard-fell = { $guard } tombe en { $square }.
event-guard-gone = { $guard } de { $square } disparaît sans laisser de trace.
event-body-hidden = le corps { $guard_of } est caché en { $square }.
event-body-taken = le corps { $guard_of } est repris en { $square }.
event-dice = { $assassin } frappe : { $throw }.
event-blows = { $dice } contre { $assassin } : { $throw }.
event-tested = { $dice ->
    [one] { $dice } dé { $red ->
        [true] rouge
       *[other] vert
    }
   *[other] { $dice } dés { $red ->
        [true] rouges
       *[other] verts
    }
} contre { $assassin } : { $seen ->
    [true] vu !
   *[other] ni vu ni connu.
}
event-bodies-tested = { $seen ->
    [0] Les gardes passent devant { $bodies } sans rien voir.
   *[other] Les gardes tombent sur { $bodies } ; vus : { $seen } !
}
event-test-canceled = La nuit couvre un pas : un test est annulé.
event-objective-done = Objectif accompli : { $objective }.
event-chest-opened = { $effect ->
    [none] { $assassin } ouvre le coffre de { $square } : { $chest }.
   *[other] { $assassin } ouvre le coffre de { $square } : { $chest }. { $effect }
}
event-tower-turned = { $effect ->
    [none] { $assassin } embrasse la ville du regard : { $tower }.
   *[other] { $assassin } embrasse la ville du regard : { $tower }. { $effect }
}
event-false-objective = C'était un leurre depuis le début : { $objective }.
event-companions-came = { $companions } rejoignent { $assassin }.
event-companions-used = { $companions } passent à l'action.
event-companions-gone = { $companions } s'en vont.
event-skips = { $steps ->
    [0] Pas de renforts cette fois.
   *[other] Étapes Renforts qui n'auront pas lieu : { $steps }.
}
event-reinforcement-drawn = Le guet appelle des renforts.
event-green-roofs = Les toits sont familiers : dés verts là-haut, désormais.
event-seat-done = { $seat_start } a terminé.
event-seat-back = { $seat_start } peut agir de nouveau.
event-resigned = { $seat_start } abandonne ses assassins.
event-trade-refused = { $seat_start } refuse l'échange.
event-failed = Tentative échouée. { $ending } L'équipe repart.
event-ended = { $trophy ->
    [true] { $ending } Un trophée est gagné !
   *[other] { $ending }
}

# Fins et scores.

ending-success = Mission accomplie : tout est fait et l'équipe est loin.
ending-eliminated = Tous les assassins sont hors de combat.
ending-turn_limit = Le temps est écoulé.
ending-abandoned = Il n'y a plus personne sur le niveau, et un objectif reste à accomplir.
ending-alert_on = L'alerte a été donnée, ce que cette mission ne pardonne pas.
ending-assassin_critical = Un assassin est tombé, ce que cette mission ne pardonne pas.
ending-bodies_seen = Trop de corps ont été vus.
score-turns = Tours joués
score-retries = Reprises utilisées
score-eliminated = Assassins hors de combat
score-trophy = Trophée
score-objectives = Objectifs accomplis

# La table dessinée.

table-you = vous
table-turn = tour { $turn } sur { $limit }
table-leader = meneur : { $leader }
table-alert = ALERTE
table-quiet = calme
table-attempt = essai { $attempt }
table-retries = { $count ->
    [one] { $count } nouvel essai possible
   *[other] { $count } nouveaux essais possibles
}
table-compass = { $way ->
    [none] au hasard
   *[other] { $way }
}
table-event = Événement : { $event } ({ $compass }) { $effect }
table-goals = 100 % : { $goals }.
table-failures = Échec immédiat si : { $fails }.
table-asks = { $seats } : { $question }
table-hits = { $hits } en { $square }
table-drawn = cartes piochées :
table-offer = à vendre :
table-test = { $assassin } { $dice }
# Les signes des gardes sur la carte, et la légende : chaque ligne sépare ses signes par deux espaces.
# Les gardes sur les places d'un objectif sont en majuscules.
sign-crossbowman = x
sign-elite = e
table-legend =
    ┃ mur  │ bord de toit, pas pour les gardes  H échelle  ┊ autre tuile  · même tuile  ░ toit  ~ canal
    S station  O1/2 objectif/coût  _ place libre  ▣ coffre  ∩ cachette  △ tour  ▽ son foin  »A entrée
    x arbalétrier  e élite  X E sur une place  † corps  ● socle rouge  L● recherché  (L) caché  △L en haut  l_ à terre
objective-false = { $square } un leurre
objective-done = { $square } accompli
objective-open = { $places ->
    [0] { $objective } { $square }, { $cubes }
   *[other] { $objective } { $square }, { $cubes }, places tenues { $held } sur { $places }
}
objective-none = et maintenant, filez !
goal-alert-off = pas d'alerte
goal-bodies = { $bodies ->
    [0] aucun corps ne traîne
   *[other] au plus { $bodies } corps traînent
}
goal-eliminated = { $assassins ->
    [0] aucun assassin hors de combat
   *[other] au plus { $assassins } assassins hors de combat
}
goal-chests-open = tous les coffres ouverts
goal-tower-turned = la tour a été gravie
goal-never-wanted = personne n'est jamais recherché à la fin de la phase des assassins
goal-turns-left = { $turns ->
    [one] avec { $turns } tour d'avance
   *[other] avec { $turns } tours d'avance
}
failure-alert-on = l'alerte est donnée
failure-assassin-critical = un assassin tombe
failure-bodies-seen = corps vus : { $bodies } (pour l'instant { $seen })
board-level = niveau { $level }
board-used = { $ability } (utilisée)
board-done = a terminé
board-slot = [dim]{ $slot }[/] { $card }
board-companions = { $used ->
    [true] + { $companions } (déjà employés)
   *[other] + { $companions }
}
board-beside = à côté :
condition-critical = état critique
condition-wanted = repérage
condition-anonymous = anonyme
condition-hidden = dans la cachette
condition-may_hide = peut se cacher
condition-cloaked = sous une cape
stock-equipment = équipement { $left } (+{ $put })
stock-events = événements { $left } (+{ $put })
stock-reinforcements = renforts { $left } (+{ $put })
stock-chests = cartes coffre { $left }
stock-reserve = réserve { $guards }
stock-skips = prochains renforts annulés
stock-florins = florins { $florins }

# Ce qu'il y a à dire d'une mission que quelqu'un a écrit.

note-size = La carte a { $width } cases sur { $height } et { $objectives } objectifs.
note-turns = { $assassins ->
    [one] { $assassins } assassin : au moins { $turns } tours à pied sans gardes, la limite est { $limit }.
   *[other] { $assassins } assassins : au moins { $turns } tours à pied sans gardes, la limite est { $limit }.
}
note-out-of-reach = Les gardes de l'entrée { $letter } ne peuvent pas atteindre { $missing }.

# Ce qui ne va pas dans un document. Ce que quelqu'un a écrit est mis entre guillemets au préalable.

fault-at = { $place } : { $reason }
fault-at-line = ligne { $line }, colonne { $column } : { $reason }
fault-team-size = À { $seats } sièges, assassins en nomme { $seats }.
fault-not-alone = { $assassin } a besoin d'un autre assassin : pas en solitaire.
fault-unknown-mission = Mission inconnue : { $id }. Missions : { $known }.
fault-no-events = Il faut au moins un événement.
fault-event-without-entrance = { $id } amène des gardes à des entrées que la carte n'a pas.
fault-card-without-step = { $id } a besoin de l'étape { $step }, que la mission n'a pas.
fault-one-objective = { $id } demande au moins deux objectifs : l'un d'eux est faux.
fault-tower-cards = Des tours demandent des cartes de tour, et des cartes de tour une tour.
fault-alert-from-start = L'alerte est donnée dès le début : elle ne peut plus l'être.
fault-impossible-goal = Ce but ne peut pas être atteint, ou pas être manqué, dans cette mission.
fault-card-not-kept = Personne ne garde cette carte : elle s'applique dès qu'elle est piochée.
fault-slot-of-effect = L'emplacement ne convient pas à l'effet.
fault-passive-card = Cette carte ne s'utilise pas : ni coût, ni symbole, ni usage unique.
fault-only-weapon-seen = Seule une arme peut être « seen ».
fault-same-slot = Une autre carte de départ a le même emplacement.
fault-six-faces = Un dé a six faces : touche et spécial en font plus.
fault-colors = Il faut un assassin de chaque couleur : red, green, blue, yellow.
fault-nobody-alone = Au moins un assassin doit pouvoir jouer seul.
fault-no-guards = Il n'y a pas de gardes dedans.
fault-set-size = Il y a { $count } cartes ; un jeu en a { $size }.
fault-fewer-under-alert = V-13.1 : en alerte, il ne vient nulle part moins de gardes que sans.
fault-out-of-bounds = { $number } est hors limites : { $least } à { $most }.
fault-too-many = Il y en a { $number } ; { $most } au plus sont possibles.
fault-twice = Ceci s'y trouve deux fois.
fault-unknown-card = Il n'y a pas de carte { $id }.
fault-empty-text = Le texte est vide.
fault-long-text = Le texte a { $length } caractères ; { $most } au plus sont possibles.
fault-control-characters = Le texte contient des caractères de contrôle.
fault-too-many-chests = Il y a { $chests } coffres mais seulement { $cards } cartes de coffre.
fault-no-square = Il n'y a pas de case { $name } sur la carte.
fault-map-size = La carte a { $width } colonnes et { $height } rangées ; de 1 à { $most } possibles.
fault-row-length = La rangée a { $length } cases, la première { $width }.
fault-map-sign = { $sign } n'est pas un signe : . sol, ^ toit, ~ canal, # rien.
fault-no-edge = { $written } ne dit pas entre quoi c'est : écrivez b2{ $sign }c2.
fault-apart = Les cases { $one } et { $other } ne se touchent pas.
fault-ladder-level = Une échelle va d'un toit à une case de sol ou de canal.
fault-ladder-wall = Il y a un mur au même endroit.
fault-tiles = { $word } n'est pas connu ici : écrivez « 2x2 », ou des listes de cases.
fault-no-station = Il n'y a pas de station : personne ne pourrait entrer ni partir.
fault-start-without-station = Il n'y a pas de station en { $start }.
fault-out-of-reach = Aucun chemin ne mène du départ à { $at }.
fault-no-objectives = Il faut au moins un objectif.
fault-tower-squares = Une tour touche quatre cases, deux sur deux.
fault-towers-touch = Deux tours touchent la même case.
fault-haystack = La botte de foin est sur une des quatre cases de la tour.
fault-entrances-touch = Deux entrées sont sur la même case.
fault-squad = { $written } n'est pas un groupe de 1 à 4 gardes : X est un arbalétrier, E un élite.
fault-entrance-letter = { $group } doit commencer par une des lettres A à D, une fois chacune.
fault-guard-at-start = Aucun garde ne se tient là où entrent les assassins.
fault-crowded-square = Avec ceux de `guards`, plus de { $most } se tiennent en { $at }.
fault-no-guards-there = Il n'y a pas de gardes en { $at }.
fault-too-few-figures = Avec { $count } assassins, { $standing } { $guard_many } se tiennent sur la carte, pour { $all } figurines.
fault-no-such-place = Il n'y a pas de mission numéro { $place }, à compter de 0, dans une campagne de { $count }.
fault-no-sales = V-5.4 : des cartes se vendent une fois la mission { $mission } de la campagne réussie.
fault-unknown-trophy = Il n'y a pas de trophée { $trophy }.
fault-team = Il y a { $count } assassins ; une équipe en a { $size }, ou encore aucun.
fault-unknown-assassin = Il n'y a pas d'assassin { $role }.
fault-wrong-slot = La carte ne va pas à cet emplacement.
fault-limit-too-short = La limite est { $limit } ; à pied il faut { $turns } tours, même sans gardes.
fault-escorts = V-27.3 : les personnes escortées ne sont pas jouées ; une mission ne peut pas en avoir.
fault-too-long = Le document a { $length } octets ; { $most } au plus sont lus.
fault-unreadable = Ceci n'est pas du { $format } : { $detail }.
fault-needs-value = { $name } demande une valeur.
fault-takes-no-value = { $name } ne prend pas de valeur.
fault-custom = Ceci ne peut être lu : { $words }.
fault-form = Il y a ici { $found } ; il faut { $form }.
fault-unknown-word = { $name } n'est pas connu ici. Sont connus : { $known }.
fault-unknown-key = Il n'y a pas de clé { $name } ici. Les clés sont : { $known }.
fault-missing-key = Cette clé manque.
fault-id = { $id } n'est pas un identifiant : une lettre, puis des lettres, des chiffres et _, { $most } au plus en tout ; des minuscules pour une mission.
form-byte = un nombre entier de 0 à 255
form-number = un nombre entier de 0 à 65535
form-text = un texte
form-truth = true ou false
form-list = une liste
form-choice = un nom, ou une table à une seule clé
form-tiles = « 2x2 », ou une liste de listes
form-table = une table
form-nothing = rien

# Refus.

refusal-has_resigned = Ce joueur a déjà abandonné.
refusal-not_yours = Vous n'avez pas cet assassin.
refusal-not_asked = Ce n'est pas ce qui est demandé maintenant.
refusal-away = Cet assassin n'est pas sur le niveau.
refusal-critical = Cet assassin est à terre, dans un état critique : il attend un remède.
refusal-on_tower = Sur une tour, on ne peut que mettre de côté, sauter, ou se servir d'un équipement qui n'est pas une arme.
refusal-not_on_tower = Un saut de la foi se fait du haut d'une tour.
refusal-hidden = L'assassin est caché : il quitte d'abord sa cachette.
refusal-not_hidden = L'assassin n'est dans aucune cachette.
refusal-no_cube = Il n'y a pas assez de cubes d'action pour cela.
refusal-window_cost = Autour des étapes des gardes, un cube mis de côté ne paie qu'un acte qui coûte exactement 1.
refusal-no_saved = Cet assassin n'a pas de cube de côté.
refusal-no_way = Il n'y a pas de case voisine de ce côté.
refusal-no_such_card = L'assassin n'a pas cette carte.
refusal-not_usable = Cette carte ne s'utilise pas d'elle-même.
refusal-used_up = Une carte qui ne coûte rien sert une fois par tour.
refusal-no_target = Il n'y a pas de garde sur cette case.
refusal-out_of_range = Cette arme n'atteint pas cette case.
refusal-fog = Dans ce brouillard, aucune attaque n'atteint une case voisine.
refusal-in_water = Dans l'eau, on n'utilise pas d'arme à distance.
refusal-hidden_weapon = Depuis une cachette, seule la lame secrète frappe.
refusal-no_roof = Cette carte s'utilise depuis un toit.
refusal-no_landing = Aucune case où se poser.
refusal-none_wanted = Personne sur la case n'est recherché.
refusal-healthy = Cet assassin n'a rien à soigner.
refusal-not_here = Cet assassin n'est pas sur la case de celui qui agit.
refusal-cloaked = Cet assassin porte déjà une cape.
refusal-no_slot = Cette carte ne va dans aucun emplacement.
refusal-not_beside = Cette carte n'est pas à côté du plateau.
refusal-slot_changed = La carte d'un emplacement se change une fois par tour.
refusal-last_heart = Sans cette armure, il ne resterait aucun cœur.
refusal-no_objective = Il n'y a pas d'objectif à accomplir sur cette case.
refusal-not_clear = Un assassin recherché débarrasse d'abord la case de ses gardes.
refusal-no_station = Il n'y a pas de station sur cette case.
refusal-station_guarded = Avec des gardes sur la case, seul un assassin anonyme prend la station.
refusal-stay_on = Tant qu'un objectif est ouvert, quelqu'un de valide doit rester sur le niveau.
refusal-no_armor = Cet assassin ne porte pas d'armure.
refusal-no_body = Il n'y a pas autant de corps sur cette case.
refusal-no_tower = Aucune tour ne touche cette case.
refusal-tower_wanted = Seul un assassin anonyme monte sur une tour.
refusal-no_chest = Il n'y a pas de coffre sur cette case.
refusal-no_save = On ne met pas de cube de côté dans cette mission.
refusal-saved_full = Un cube est déjà de côté.
refusal-no_spot = Il n'y a pas de cachette sur cette case.
refusal-spot_taken = Quelqu'un est déjà dans la cachette.
refusal-not_entered = Un assassin ne se cache qu'après être arrivé sur la case, avant sa prochaine action.
refusal-is_wanted = Un assassin recherché ne peut pas se cacher.
refusal-nobody_to_trade = Il n'y a personne sur la tuile avec qui échanger.
refusal-rebuffed = Un échange de cet assassin a été refusé ce tour-ci.
refusal-no_ability = Cet assassin n'a pas cette capacité.
refusal-ability_spent = La capacité a déjà servi ce tour-ci.
refusal-full_cubes = Cet assassin a tous ses cubes.
refusal-too_far = La capacité ne porte pas si loin.
refusal-no_companions = Cet assassin n'a pas ces compagnons.
refusal-companions_busy = Les compagnons ne peuvent pas faire cela ici.
refusal-not_that_many = Pas autant de gardes de ce type.
refusal-not_that_way = Les gardes n'ont pas le choix de ce côté.
refusal-not_that_assassin = Cet assassin n'est pas parmi ceux dont il s'agit.
refusal-not_that_card = Cette carte n'est pas parmi celles à choisir.
refusal-not_that_square = Cette case n'est pas parmi celles à choisir.
refusal-not_that_station = Cette station n'est pas parmi celles à choisir.
refusal-not_that_entrance = Cette entrée n'est pas parmi celles à choisir.
refusal-not_that_pick = Ce choix n'est pas parmi les gardes ou les corps proposés.
refusal-trade_full = L'échange a déjà autant de parties qu'il peut en avoir.
refusal-not_on_tile = Cet assassin ne prend pas part à cet échange.
refusal-too_dear = Il n'y a pas assez de florins pour cela.
refusal-companions_used = Ces compagnons ont déjà servi.
