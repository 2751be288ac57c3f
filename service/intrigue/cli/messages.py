"""All texts of the command line, in English and French."""

from __future__ import annotations

from intrigue.cli.language import TranslatedText


class CliText(TranslatedText):
    """Texts about games, services, matches, seats and records."""

    # The catalog.
    SEATS = ("seats", "sièges")
    GAMES_HINT = (
        "Rules: {program} rules GAME · Play: {program} play GAME",
        "Règles : {program} rules JEU · Jouer : {program} play JEU",
    )
    OPTIONS = ("Options", "Options")
    NO_OPTIONS = ("This game has no options.", "Ce jeu n'a pas d'option.")
    DEFAULT = ("default {value}", "{value} par défaut")
    SEATS_SUMMARY = ("How many seats there are.", "Combien il y a de sièges.")
    CARDS = ("Cards", "Cartes")
    ACTIONS = ("Actions", "Actions")
    CLAUSES = ("Rules", "Règles")
    RULES_VERSION = ("rules version {version}", "version des règles : {version}")
    PROVENANCE_PRINTED = ("printed", "imprimé")
    PROVENANCE_DEDUCED = ("deduced", "déduit")
    PROVENANCE_RECONSTRUCTED = ("reconstructed", "reconstitué")
    PROVENANCE_ORIGINAL = ("original", "original")
    MEANS_PRINTED = ("read from the game itself", "lu sur le jeu lui-même")
    MEANS_DEDUCED = ("follows from what is printed", "découle de ce qui est imprimé")
    MEANS_RECONSTRUCTED = (
        "this project's proposal, until somebody compares it with the box",
        "proposé par ce projet, tant que personne ne l'a comparé à la boîte",
    )
    MEANS_ORIGINAL = ("made by this project", "créé par ce projet")
    NO_CLAUSE = (
        "There is no clause {clause}; the clauses are {known}.",
        "Il n'y a pas de règle {clause} ; les règles sont {known}.",
    )
    UNKNOWN_GAME = (
        "Unknown game: {game}. Games: {known}.",
        "Jeu inconnu : {game}. Jeux disponibles : {known}.",
    )
    WHICH_GAME = ("Which game? One of: {known}.", "Quel jeu ? Au choix : {known}.")

    # Serving.
    SERVING = ("Serving games on {address}", "Serveur de jeu à l'écoute sur {address}")
    SERVE_NEXT = ("What to try next:", "Que faire maintenant :")
    SERVE_PLAY = (
        "play against a policy, in another terminal",
        "jouer contre un automate, dans un autre terminal",
    )
    SERVE_PERSON = (
        "or against a person: this prints what the other types",
        "ou contre une personne : ceci affiche ce que l'autre doit taper",
    )
    SERVE_CURL = ("call it by hand", "l'appeler à la main")
    SERVE_PYTHON = ("or from Python", "ou depuis Python")
    SERVE_STOP = ("Ctrl-C stops it.", "Ctrl-C l'arrête.")
    STOPPED = ("Stopped.", "Arrêté.")
    PORT_TAKEN = (
        (
            "Another program already listens on {address}. "
            'Choose another port: --port {other}, or make run ARGS="--port {other}".'
        ),
        (
            "Un autre programme écoute déjà sur {address}. "
            'Choisissez un autre port : --port {other}, ou make run ARGS="--port {other}".'
        ),
    )
    CANNOT_LISTEN = (
        "Can't listen on {address}. Check --host and --port.",
        "Impossible d'écouter sur {address}. Vérifiez --host et --port.",
    )
    CANNOT_STORE = (
        "Can't keep matches in {database}: {why}",
        "Impossible de garder les parties dans {database} : {why}",
    )
    CANNOT_SERVE = ("Can't start the server: {why}", "Impossible de démarrer le serveur : {why}")

    # Joining a match.
    SEAT = ("Player {seat}", "Joueur {seat}")
    SEAT_YOU = ("you", "vous")
    SEAT_OPEN = ("open", "libre")
    SEAT_POLICY = ("policy {policy}", "automate {policy}")
    SEAT_READY = ("ready", "prêt")
    CLOCK_FORFEIT = (
        "Clock {clock}; a player out of time forfeits",
        "Pendule {clock} ; défaite au temps",
    )
    CLOCK_POLICY = (
        "Clock {clock}; {policy} takes over for a player out of time",
        "Pendule {clock} ; au-delà, {policy} joue à la place du joueur",
    )
    MATCH = ("Match {match_id}", "Partie {match_id}")
    JOIN_WITH = ("Another person takes a seat with:", "Une autre personne prend un siège avec :")
    INVITATION = ("Invitation code: {code}", "Code d'invitation : {code}")
    WAITING_FOR_SEATS = (
        "Waiting for the open seats to be taken (Ctrl-C to leave) …",
        "En attente des sièges libres (Ctrl-C pour partir) …",
    )
    OFFER_BOTS = (
        "Type bots to fill them with policies, or bots POLICY.",
        "Tapez automates pour y mettre des automates, ou automates NOM.",
    )
    ASK_READY = (
        "All seats are taken. Press Enter when you are ready:",
        "Tous les sièges sont pris. Appuyez sur Entrée quand vous êtes prêt :",
    )
    WAITING_READY = (
        "Waiting for {who} to be ready (Ctrl-C to leave) …",
        "En attente de : {who}, pas encore prêt (Ctrl-C pour partir) …",
    )
    THE_SEAT = ("player {seat}", "le joueur {seat}")
    WAITING_FOR = (
        "Waiting for {who} (Ctrl-C to leave) …",
        "En attente : {who} (Ctrl-C pour partir) …",
    )
    CHOSEN_SEED = (
        "The creator of this match chose its seed and may know every card.",
        "La personne qui a créé cette partie a choisi la graine et connaît peut-être les cartes.",
    )
    CHOSEN_CHANCE = (
        "The creator of this match set its deal and may know the cards.",
        "La personne qui a créé cette partie a fixé la donne et connaît peut-être les cartes.",
    )
    NO_SUCH_SEAT = (
        "There is no seat {seat}: seats are 0 to {last}.",
        "Il n'y a pas de siège {seat} : les sièges vont de 0 à {last}.",
    )
    BAD_OPTION = (
        "An option is written NAME=VALUE, not {option}.",
        "Une option s'écrit NOM=VALEUR, pas {option}.",
    )
    BAD_SEED = (
        "A seed is written as 64 hexadecimal digits.",
        "Une graine s'écrit en 64 chiffres hexadécimaux.",
    )
    NEED_SERVER = (
        "{option} takes the service to join: --server HOST:PORT.",
        "{option} demande le service à rejoindre : --server HÔTE:PORT.",
    )
    NEED_CLOCK = (
        "--timeout-policy needs a clock: --clock 5m+3s/30s.",
        "--timeout-policy nécessite une pendule : --clock 5m+3s/30s.",
    )
    BAD_CLOCK = (
        """\
“{clock}” is no clock. Write BANK+INCREMENT/DECISION, with h, m and s:
  5m+3s/30s  five minutes, three seconds more after each decision, at most
             thirty seconds for one; also 10m, 5m+3s, 1h30m/2m, /30s""",
        """\
« {clock} » n'est pas une pendule. Écrivez RÉSERVE+INCRÉMENT/DÉCISION, avec h, m, s :
  5m+3s/30s  cinq minutes, trois secondes de plus après chaque décision, au plus
             trente secondes pour une ; ou bien 10m, 5m+3s, 1h30m/2m, /30s""",
    )
    BAD_ADDRESS = (
        "“{server}” is no address: write HOST:PORT, or several with commas between them.",
        "« {server} » n'est pas une adresse : écrivez HÔTE:PORT, ou plusieurs avec des virgules.",
    )
    TLS_NEEDS_SERVER = (
        "TLS needs a server: add --server HOST:PORT.",
        "TLS suppose un serveur : ajoutez --server HÔTE:PORT.",
    )
    CERT_AND_KEY = ("--cert and --key come together.", "--cert et --key vont ensemble.")
    CONFLICT = ("{one} and {other} exclude each other.", "{one} et {other} s'excluent.")

    # Playing.
    YOUR_CHOICE = ("Your choice (? for help):", "Votre choix (? pour l'aide) :")
    YOUR_CHOICE_TIMED = (
        "Your choice ({left} left, ? for help):",
        "Votre choix (reste {left}, ? pour l'aide) :",
    )
    TIMES = ("Time: {times}", "Temps : {times}")
    TIME_UP = ("Your time is up.", "Votre temps est écoulé.")
    SEAT_LOST = (
        "You no longer hold this seat: its token is void.",
        "Vous ne tenez plus ce siège : son jeton n'est plus valable.",
    )
    CHOSE = ("{policy} chooses: {label}", "{policy} choisit : {label}")
    NOT_UNDERSTOOD = (
        "There is no action “{text}”. Give a number, a notation or its beginning; ? for help.",
        "Pas d'action « {text} ». Donnez un numéro, une notation ou son début ; ? pour l'aide.",
    )
    AMBIGUOUS = ("“{text}” may mean: {choices}.", "« {text} » peut désigner : {choices}.")
    NO_NUMBER = ("Choose a number from 1 to {last}.", "Choisissez un numéro de 1 à {last}.")
    ILLEGAL = ("Not legal: {text}", "Interdit : {text}")
    TOO_LATE = (
        "The position has changed meanwhile; here is the new one.",
        "La position a changé entre-temps ; voici la nouvelle.",
    )
    HELP = (
        """\
Type one of:
  a number        choose that action
  a notation      or a label, or any unambiguous prefix or word of one;
                  if the action is not legal, the reason is shown
  table           draw the whole table again
  rules [CLAUSE]  the rules, or one clause
  resign          give the match up
  quit            leave the table
  ?               this help""",
        """\
Tapez au choix :
  un numéro       choisir cette action
  une notation    ou un libellé, ou leur début ou un de leurs mots s'il est sans
                  ambiguïté ; si l'action est interdite, la raison s'affiche
  table           redessiner toute la table
  règles [RÈGLE]  les règles, ou une seule
  abandonner      renoncer à la partie
  quitter         quitter la table
  ?               cette aide""",
    )
    CONFIRM_RESIGN = ("Really resign? (yes/no)", "Vraiment abandonner ? (oui/non)")
    NO_MORE_INPUT = ("No more input.", "Fin de l'entrée standard.")
    LEFT = ("You have left the table.", "Vous avez quitté la table.")
    COME_BACK = ("To come back:", "Pour revenir :")
    NO_COMING_BACK = (
        "This was a local match; it can't be resumed.",
        "Partie locale : elle s'arrête ici et ne peut pas être reprise.",
    )

    # The end of a match.
    OVER = ("The match is over.", "La partie est finie.")
    WON = ("You win!", "Vous gagnez !")
    WON_WITH = ("You win, together with {who}!", "Vous gagnez, avec {who} !")
    LOST = ("You lose.", "Vous perdez.")
    DRAWN = ("A draw.", "Égalité.")
    ALL_WON = ("You all win!", "Vous gagnez tous !")
    ALL_LOST = ("You all lose.", "Vous perdez tous.")
    ABORTED = ("The match was ended by its host.", "La partie a été arrêtée par son hôte.")
    ASK_SAVE = (
        "Save the record? File name (Enter: no):",
        "Enregistrer la partie ? Nom du fichier (Entrée : non) :",
    )
    ASK_REMATCH = ("Play again? (yes/no)", "Rejouer ? (oui/non)")
    REMATCH_WANTED = (
        "Another player wants a rematch.",
        "Un autre joueur veut une revanche.",
    )
    NO_REMATCH = ("No rematch: {text}", "Pas de revanche : {text}")
    SAVED = ("Record saved: {path}", "Partie enregistrée : {path}")
    REPLAY_WITH = ("See it again with:", "La revoir avec :")
    CANNOT_WRITE = ("Can't write {path}: {why}", "Impossible d'écrire {path} : {why}")

    # Records.
    CANNOT_READ = ("Can't read {path}: {why}", "Impossible de lire {path} : {why}")
    NOT_A_RECORD = (
        "{path} is not a record of a match.",
        "{path} n'est pas l'enregistrement d'une partie.",
    )
    NOT_A_SEAT_FILE = (
        "{path} is not a seat file of this program.",
        "{path} n'est pas un fichier de siège de ce programme.",
    )
    BAD_SEAT = (
        "--seat takes a seat number or “all”, not {seat}.",
        "--seat prend un numéro de siège ou « all », pas {seat}.",
    )
    RECORD_OF = (
        "{game}, {seats} seats, {actions} actions",
        "{game}, {seats} sièges, {actions} actions",
    )
    STEP = ("Step {number} of {last}", "Étape {number} sur {last}")
    SEAT_DOES = ("Player {seat}: {label}", "Joueur {seat} : {label}")
    DEAL = ("the deal", "la donne")
    RESIGNATION = ("player {seat} resigns", "le joueur {seat} abandonne")
    TIME_FORFEIT = (
        "player {seat} forfeits: time is up",
        "le joueur {seat} perd par forfait : temps écoulé",
    )
    AS_SEAT = ("As player {seat} sees it", "Vu par le joueur {seat}")
    NEXT_STEP = (
        "Enter for the next step, q to stop:",
        "Entrée pour l'étape suivante, q pour arrêter :",
    )
    UNFINISHED = ("The match did not come to its end.", "La partie n'est pas allée à son terme.")
    STILL_RUNNING = (
        "The match is not finished: its record is published at the end.",
        "La partie n'est pas finie : son enregistrement est publié à la fin.",
    )

    # Verifying.
    VERIFY_WITH = ("Check it with:", "La vérifier avec :")
    POINT_FORM = (
        "no unknown fields",
        "aucun champ inconnu du contrat",
    )
    POINT_PROOF = ("proof present", "une preuve est jointe")
    POINT_COMMITMENT = (
        "the server's seed is the one it was committed to",
        "la graine du serveur est celle à laquelle il s'était engagé",
    )
    POINT_TERMS = ("the terms are those of the match", "les conditions sont celles de la partie")
    POINT_LOBBY = (
        "seats and stages of the log are possible",
        "les sièges et les phases du journal sont possibles",
    )
    POINT_SEED = (
        "the deal's seed is the server's, mixed with what the seats gave",
        "la graine de la donne mêle celle du serveur et les apports des sièges",
    )
    POINT_PLAY = (
        "deal, chance and outcome follow from the seed and the actions",
        "la donne, le hasard et l'issue découlent de la graine et des actions",
    )
    POINT_LOG = ("the log has the same steps", "le journal a les mêmes étapes")
    POINT_REVISIONS = (
        "every step has the revision that its seat was told",
        "chaque étape porte la révision annoncée à son siège",
    )
    POINT_TIMES = ("time never goes back", "le temps ne recule jamais")
    POINT_CHAIN = (
        "the log's chain is whole and ends in its head",
        "la chaîne du journal est entière et finit sur sa tête",
    )
    POINT_NOTED_COMMITMENT = (
        "the commitment is the one you noted",
        "l'engagement est celui que vous avez noté",
    )
    POINT_RECEIPT = (
        "your receipt names a link of the chain",
        "votre reçu nomme un maillon de la chaîne",
    )
    NOT_CHECKED = ("not checked", "non vérifié")
    HOLDS = ("Record verified.", "L'enregistrement est valide.")
    ONLY_BY_ITSELF = (
        """\
It agrees with itself. To tell it from one that was made up afterwards, give a commitment or a
receipt that you noted while it was played: --commitment, --receipt.""",
        """\
Il s'accorde avec lui-même. Pour le distinguer d'un autre, forgé après coup, donnez un engagement
ou un reçu noté pendant la partie : --commitment, --receipt.""",
    )
    DOES_NOT_HOLD = ("{path} is not valid.", "{path} n'est pas valide.")
    BAD_COMMITMENT = (
        "A commitment is written as 64 hexadecimal digits.",
        "Un engagement s'écrit en 64 chiffres hexadécimaux.",
    )
    BAD_RECEIPT = (
        "A receipt is written SEAT:REVISION:HEAD, with a head of 64 hex digits; not {receipt}.",
        "Un reçu s'écrit SIÈGE:RÉVISION:TÊTE, la tête en 64 chiffres hexa ; pas {receipt}.",
    )

    # Errors.
    ERROR = ("Error: {text}", "Erreur : {text}")
    UNREACHABLE = (
        "No answer from {server}. Is it running? Start one with: {program} serve",
        "Pas de réponse de {server}. Tourne-t-il ? Lancez-en un avec : {program} serve",
    )
    OTHER_CONTRACT = (
        "{server} runs intrigue {version}, this is intrigue {own}, and their contracts differ.",
        "{server} exécute intrigue {version}, ici c'est intrigue {own} : leurs contrats diffèrent.",
    )
    UNKNOWN_VERSION = ("(an older version)", "(une version plus ancienne)")
    INTERRUPTED = ("Interrupted.", "Interrompu.")


class SimulationText(TranslatedText):
    """Texts about simulations and analyses."""

    # Arguments and files.
    BAD_POLICIES = (
        "“{text}” is no list of policies: write them with commas, such as random,ismcts:sims=500.",
        "« {text} » n'est pas une liste d'automates : écrivez par exemple random,ismcts:sims=500.",
    )
    WRONG_COUNT = (
        "These options make {seats} seats, and there are {count} policies: name one for each seat.",
        "Ces options font {seats} sièges, et il y a {count} automates : nommez-en un par siège.",
    )
    WRONG_COUNT_ANY = (
        "{game} has {least} to {most} seats, not {count}: name a policy for each seat.",
        "{game} a de {least} à {most} sièges, pas {count} : nommez un automate par siège.",
    )
    NEED_EXTRA = (
        "{option} needs the optional dependency: pip install intrigue[{extra}]",
        "{option} nécessite le module optionnel : pip install intrigue[{extra}]",
    )
    BAD_PLOT = (
        "{path} can't be drawn: its name must end in one of {known}.",
        "Impossible de dessiner {path} : son nom doit finir par {known}.",
    )
    NO_FOLDER = (
        "folder not found or not writable: {folder}",
        "dossier introuvable ou non accessible en écriture : {folder}",
    )
    WRITTEN = ("Written: {path}", "Écrit : {path}")

    # A simulation.
    PLAYING = ("Playing", "On joue")
    MATCHES_A_SECOND = ("{rate} matches/s", "{rate} parties/s")
    DECISIONS_A_SECOND = ("{rate} decisions/s", "{rate} décisions/s")
    TIME_LEFT = ("{time} left", "reste {time}")
    POLICY = ("policy", "automate")
    PAYOFF = ("payoff", "gain")
    WINS = ("wins", "victoires")
    INTERVAL = ("95 %", "95 %")
    PAYOFF_BY_SEAT = ("Payoff by seat", "Gain par siège")
    SEAT_NUMBER = ("seat {seat}", "siège {seat}")
    LENGTH = (
        "{mean} decisions a match ({span}), from {shortest} to {longest}",
        "{mean} décisions par partie ({span}), de {shortest} à {longest}",
    )
    ENDINGS = ("Endings: {endings}", "Fins : {endings}")
    RATE = (
        "{games} matches, {decisions} decisions in {seconds} s: {rate} decisions/s",
        "{games} parties, {decisions} décisions en {seconds} s : {rate} décisions/s",
    )
    SEED = ("Seed: {seed}", "Graine : {seed}")
    MATCHES = ("{game}: {games} matches", "{game} : {games} parties")
    BUDGET = (
        "The server gives a simulation no more time (max_simulation_seconds).",
        "Le serveur n'accorde pas plus de temps à une simulation (max_simulation_seconds).",
    )
    CUT_SHORT = ("Cut short: {games} matches of {asked}.", "Écourté : {games} parties sur {asked}.")

    # On Ray.
    RAY_UNREACHABLE = ("No Ray at {address}: {why}", "Pas de Ray à {address} : {why}")
    RAY_OTHER_RELEASE = (
        "A Ray worker has another release of intrigue ({why}): install the same everywhere.",
        "Un worker Ray a une autre version d'intrigue ({why}) : installez la même partout.",
    )
    RAY_FAILED = ("Ray could not play: {why}", "Ray n'a pas pu jouer : {why}")

    # An analysis.
    THINKING = ("Analyzing", "Analyse")
    NEVER_DECIDED = (
        "Player {seat} never had a decision in this match.",
        "Le joueur {seat} n'a rien eu à décider dans cette partie.",
    )
    NOT_A_DECISION = (
        "Player {seat} decided nothing at step {step}; it did at: {known}.",
        "Le joueur {seat} n'a rien décidé à l'étape {step} ; il l'a fait à : {known}.",
    )
    JUDGED_BY = (
        "Player {seat}, judged by {policy} from what it saw",
        "Joueur {seat}, jugé par {policy} d'après ce qu'il voyait",
    )
    STEP = ("step", "étape")
    ASKED = ("choices", "choix")
    CHOSEN = ("chosen", "choisi")
    VALUE = ("value", "valeur")
    BEST_OTHER = ("best other", "meilleure autre")
    LOSS = ("loss", "perte")
    FORCED = ("the only one", "la seule possible")
    UNVISITED = ("not visited", "non visité")
    ACTION = ("action", "action")
    ERROR = ("error", "erreur")
    VISITS = ("visits", "visites")
    WAS_BEST = ("best", "le meilleur")
    SEARCHED = (
        "{simulations} simulations in {worlds} worlds",
        "{simulations} simulations dans {worlds} mondes",
    )
    VALUE_OVER_THE_MATCH = (
        "What the match was worth to player {seat}, decision by decision",
        "Ce que la partie valait pour le joueur {seat}, décision par décision",
    )
    SUMMARY = (
        """\
{decisions} decisions, {forced} of them forced; mean loss {loss};
mistakes (?): {mistakes}, blunders (??): {blunders}""",
        """\
{decisions} décisions, dont {forced} forcées ; perte moyenne {loss} ;
fautes (?) : {mistakes}, bévues (??) : {blunders}""",
    )
    GOT = ("The match gave player {seat} {payoff}.", "La partie a donné {payoff} au joueur {seat}.")
    SHOW_ONE = ("One of them with all its actions:", "L'une d'elles avec toutes ses actions :")


class MissionText(TranslatedText):
    """Texts about missions."""

    # Files.
    NOT_TEXT = ("byte {byte} is no text in UTF-8", "l'octet {byte} n'est pas du texte en UTF-8")
    EXISTS = (
        "{path} is there already; --force writes over it.",
        "{path} existe déjà ; --force l'écrase.",
    )
    NO_PLACE = (
        "folder not found or not writable",
        "dossier introuvable ou non accessible en écriture",
    )

    # Built-in missions.
    NO_GAME = (
        "No game of this installation plays missions.",
        "Aucun jeu de cette installation ne joue de missions.",
    )
    UNKNOWN = (
        "Unknown mission {mission}. Missions: {known}.",
        "Mission inconnue : {mission}. Missions : {known}.",
    )
    LIST_HINT = (
        "One of them in full: {program} mission show ID",
        "L'une d'elles en entier : {program} mission show ID",
    )
    NEXT = ("Change it, then see what it is worth:", "Modifiez-le, puis voyez ce qu'il vaut :")

    # Checking.
    SOUND = ("{path} is sound.", "{path} est valable.")
    SAID_ALREADY = (
        "The option {name} is said by the file, or by --seats.",
        "L'option {name} est donnée par le fichier, ou par --seats.",
    )
    NO_SUCH_SEATS = (
        "{game} has {least} to {most} seats, not {seats}.",
        "{game} a de {least} à {most} sièges, pas {seats}.",
    )
    FIRST_VIEW = ("The table at the start", "La table au début")
    PLAYED_BY = (
        "{games} matches for each number of seats, all played by {policy}",
        "{games} parties pour chaque nombre de sièges, toutes jouées par {policy}",
    )
    WON = ("won", "gagnées")
    LENGTH = ("decisions", "décisions")
    ENDINGS = ("endings", "fins")
