# Les textes du moteur en français.
#
# Un siège sous ses formes. $kind vaut number, name ou vowel (un nom à initiale vocalique) ; $seat est
# le numéro ou le nom. Les messages des jeux emploient ces formes comme $seat, $seat_start, etc.

seat = { $kind ->
    [number] le joueur { $seat }
   *[name] { $seat }
}
# En début de phrase.
seat-start = { $kind ->
    [number] Le joueur { $seat }
   *[name] { $seat }
}
# En titre, sans article.
seat-title = { $kind ->
    [number] Joueur { $seat }
   *[name] { $seat }
}
# Au milieu d'une ligne, sans article.
seat-bare = { $kind ->
    [number] joueur { $seat }
   *[name] { $seat }
}
# du joueur 3, de Marie, d'Alice
seat-of = { $kind ->
    [number] du joueur { $seat }
    [vowel] d'{ $seat }
   *[name] de { $seat }
}
# au joueur 3, à Marie
seat-to = { $kind ->
    [number] au joueur { $seat }
   *[name] à { $seat }
}
# À qui : la carte { $seat_possessive }.
seat-possessive = { $kind ->
    [number] du joueur { $seat }
    [vowel] d'{ $seat }
   *[name] de { $seat }
}

# Plusieurs sièges. $kind vaut number ou name ; $list donne les numéros ou les noms, $count leur nombre.

seats = { $kind ->
    [number] { $count ->
        [one] le joueur { $list }
       *[other] les joueurs { $list }
    }
   *[name] { $list }
}
seats-start = { $kind ->
    [number] { $count ->
        [one] Le joueur { $list }
       *[other] Les joueurs { $list }
    }
   *[name] { $list }
}
seats-title = { $kind ->
    [number] { $count ->
        [one] Joueur { $list }
       *[other] Joueurs { $list }
    }
   *[name] { $list }
}

# Ce que quelqu'un a envoyé, cité.
quotation = « { $text } »
# Entre les éléments d'une liste.
list-comma = { ", " }

# Ce que l'appelant a envoyé est mis entre guillemets avant d'être inséré.

not-to-act = Ce joueur n'a rien à décider maintenant.
match-over = La partie est terminée.
stale-revision = La question est close ; le joueur en est à la révision { $revision }.
revision-ahead = La révision est en avance sur la partie : le joueur en est à la révision { $revision }.
unknown-action = Ce jeu n'a pas d'action { $action }.
unknown-game = Jeu inconnu : { $game }. Jeux disponibles : { $known }.
bad-seed = Une graine compte exactement 32 octets.
bad-script = Le hasard imposé { $token } (numéro { $place }, compté à partir de 0) est impossible à cet endroit. Possible : { $possible }.
bad-view = La vue est illisible, ou ne correspond à aucun monde.
contradictory-view = La vue se contredit : les règles ne peuvent pas continuer à partir d'elle.

# Options et documents.

unknown-option = Option inconnue : { $name }. Options : { $known }.
bad-option-value = L'option { $name } ne peut pas être { $shown }. Au choix : { $values }.
option-document = { $names }, ou un document d'au plus { $most } octets
document-too-long = Le document de l'option { $name } compte { $length } octets ; il peut en compter au plus { $most }.
bad-first-seat = À { $seats } sièges, first_seat est inférieur à { $seats } ou vaut random.
no-documents = Aucune option de ce jeu n'accepte de document.
no-document-option = Le jeu n'accepte pas de document par une option { $option }. Il en accepte par : { $known }.

# Enregistrements impossibles à rejouer ou à vérifier, et pourquoi.

bad-record = L'enregistrement ne peut pas être rejoué : { $why }.
record-not-verified = L'enregistrement ne se vérifie pas : { $why }.
record-at-step = à l'étape { $number }, { $why }
record-step-refused = refus : { $why }
record-other-rules = il suit la version { $theirs } des règles, ce moteur joue la version { $ours }
record-damaged-entry = l'entrée { $number } est abîmée
record-damaged-step = une entrée est abîmée
record-no-record = ce n'est pas un enregistrement
record-no-task = ce n'est pas une tâche
record-no-tally = ce n'est pas un décompte
record-second-deal = il a une seconde donne
record-empty = il n'a pas de donne
record-no-deal = il ne commence pas par une donne
record-impossible-chance = un tirage manque ou est impossible
record-spare-chances = il a des tirages de trop
record-no-seed = il n'a pas de graine
record-without-seed = il n'a pas de graine, sans laquelle personne ne peut refaire ses tirages
record-damaged-seed = sa graine est abîmée
record-no-such-seat = il cite un siège inexistant
record-notation-disagrees = le numéro et la notation d'une action ne s'accordent pas
record-step-without-kind = une étape n'a pas de nature
record-other-outcome = il finit autrement qu'il ne le dit
record-outcome-with-texts = son issue porte des textes, que rien ne prouve
record-other-seats = il n'a pas le nombre de sièges que font ses options
record-other-format = il a un format que cette version ne connaît pas
record-missing-options = il ne donne pas toutes ses options
record-step-no-deal = ce n'est pas une donne
record-step-no-such-seat = ce siège n'existe pas
record-step-second-deal = c'est une seconde donne
record-step-no-kind = elle n'a pas de nature
record-step-disagrees = siège, action et notation ne s'accordent pas
record-step-other-chance = le tirage { $place } est { $claimed ->
    [none] absent
   *[other] { $claimed }
} dans l'enregistrement, et { $drawn ->
    [none] nul
   *[other] { $drawn }
} d'après la graine

# Les automates et leurs paramètres.

policy-easy = Joue comme un débutant, selon l'automate que le jeu prévoit pour cela.
policy-normal = Joue selon l'automate par défaut du jeu.
policy-hard = Joue selon l'automate le plus fort du jeu qui décide en moins d'une seconde.
policy-random = Choisit n'importe quelle action légale, toutes également probables.
policy-greedy = Essaie chaque action légale dans des mondes conformes à sa vue, laisse les autres répondre au hasard, et choisit celle après laquelle sa position paraît la meilleure. Dans un jeu qui a sa propre stratégie rapide, il la suit.
    .worlds = Mondes dans lesquels chaque action est essayée.
policy-playouts = Joue chaque action légale jusqu'au bout dans des mondes conformes à sa vue, au hasard ou selon la stratégie rapide du jeu, et choisit la meilleure.
    .sims = Parties jouées pour chaque action légale.
policy-planner = Suit la stratégie rapide du jeu, sauf si des parties jouées selon elle montrent qu'une autre action est nettement meilleure ; les actions qui réussissent mal n'en reçoivent bientôt plus.
    .sims = Parties jouées pour chaque décision.
policy-ismcts = Explore un arbre de ce qui peut être vu, dans des mondes conformes à sa vue (recherche arborescente de Monte-Carlo sur ensembles d'information), et choisit la meilleure des actions reprises souvent.
    .sims = Simulations pour chaque décision.
    .ms = Millisecondes pour chaque décision, à la place de sims ; la réponse dépend alors de la machine.
    .observers = single : un arbre de ce que voit le siège ; multi : un arbre par siège, de ce que voit ce siège, et personne ne perce un bluff ; auto : multi dans les jeux de bluff.
    .trees = Recherches indépendantes qui se partagent le budget et peuvent occuper autant de fils ; leur nombre compte pour la réponse, pas les fils.
    .depth = Décisions de jeu aléatoire après lesquelles la position est évaluée dès que le siège doit agir ; 0 : le jeu va jusqu'à la fin, comme toujours dans un jeu qui a sa propre stratégie rapide.
    .explore = Attrait des actions peu essayées, en centièmes.
    .reuse = Simulations dans chaque monde avant d'en donner un autre.
    .opponents = model : les autres jouent selon le modèle que le jeu a de ses joueurs, et les mondes où leurs actes sont vraisemblables sont préférés ; random : ils jouent au hasard, et leurs actes ne disent rien.
policy-learned = Tire ses actions selon un petit réseau de neurones entraîné d'avance, d'après ce que voit le siège ; il décide en quelques microsecondes. Il ne joue que les jeux, nombres de sièges et options pour lesquels il a été entraîné.
    .temperature = Liberté du tirage, en centièmes : 0 prend toujours la meilleure action, 100 tire comme à l'entraînement.

# Automates inconnus, ou paramètres impossibles.

unknown-policy = Automate inconnu : { $name }. Automates : { $known }.
no-parameters = L'automate { $name } n'a pas de paramètres, donc pas de { $key }.
unknown-parameter = L'automate { $name } n'a pas de paramètre { $key }. Il a : { $known }.
bad-parameter-value = { $key } de l'automate { $name } ne peut pas être { $value } : c'est { $range }.
parameter-range = { $least } à { $most }
# Entre les mots dont un paramètre prend l'un.
parameter-or = { " ou " }
repeated-parameter = { $key } de l'automate { $name } est donné deux fois.
two-budgets = L'automate { $name } prend sims ou ms, pas les deux.
no-network = L'automate { $name } n'a pas été entraîné pour le jeu { $game }.
not-trained-seats = L'automate { $name } a été entraîné pour { $trained } sièges dans { $game }, pas pour { $given }.
not-trained-option = L'automate { $name } a été entraîné avec { $option }={ $trained } dans { $game }, pas avec { $given }.
no-judge = L'automate { $name } n'évalue pas les actions. Automates qui le font : { $names }.

# Simulations et lots.

wrong-policies = Il y a { $seats } sièges : il faut { $seats } automates, pas { $given }.
wrong-match-count = Une simulation compte de 1 à { $most } parties, pas { $count }, et commence par un bloc entier, pas à la partie { $first }.
wrong-lanes = Un lot compte de 1 à { $most } pistes, pas { $lanes }.
wrong-entries = Il y a { $seats } sièges : donnez une entrée pour chacun, et laissez-en au moins un sans automate.
no-threads = Impossible de démarrer { $threads } fils ici.
stopped = Le travail a été interrompu à la demande.
event-out-of-time = { $seat_start } n'a plus de temps.
event-left-script = Le hasard a quitté le script à l'étape { $step } : { $token } (numéro { $place }, compté à partir de 0) y était impossible. Dès lors, le hasard a été tiré de la graine.
