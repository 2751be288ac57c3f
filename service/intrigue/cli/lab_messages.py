"""What the command line says by itself about simulations and analyses."""

from __future__ import annotations

from intrigue.cli.phrase import TranslatedText


class SimulationText(TranslatedText):
    """A sentence in both languages; `{names}` are filled in."""

    # What is asked.
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
        "{option} takes the extra: pip install intrigue[{extra}]",
        "{option} demande l'extra : pip install intrigue[{extra}]",
    )
    BAD_PLOT = (
        "{path} can't be drawn: its name must end in one of {known}.",
        "Impossible de dessiner {path} : son nom doit finir par {known}.",
    )
    NO_FOLDER = ("no place for it in {folder}", "pas de place pour lui dans {folder}")
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
    CUT_SHORT = (
        "Cut short: {games} matches of {asked}.",
        "Écourté : {games} parties sur {asked}.",
    )

    # On Ray.
    RAY_UNREACHABLE = (
        "No Ray at {address}: {why}",
        "Pas de Ray à {address} : {why}",
    )
    RAY_OTHER_RELEASE = (
        "A worker of Ray has another release of intrigue ({why}): install the same everywhere.",
        "Un ouvrier de Ray a une autre version d'intrigue ({why}) : installez la même partout.",
    )
    RAY_FAILED = (
        "Ray could not play: {why}",
        "Ray n'a pas pu jouer : {why}",
    )

    # An analysis.
    THINKING = ("Analysing", "On analyse")
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
    BEST_OTHER = ("best other", "meilleur autre")
    LOSS = ("loss", "perte")
    FORCED = ("the only one", "le seul")
    UNVISITED = ("not visited", "non visité")
    ACTION = ("action", "action")
    ERROR = ("error", "erreur")
    VISITS = ("visits", "visites")
    WAS_CHOSEN = ("chosen", "choisi")
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
{mistakes} mistakes (?), {blunders} blunders (??)""",
        """\
{decisions} décisions, dont {forced} forcées ; perte moyenne {loss} ;
{mistakes} fautes (?), {blunders} bévues (??)""",
    )
    GOT = ("The match gave player {seat} {payoff}.", "La partie a donné {payoff} au joueur {seat}.")
    SHOW_ONE = ("One of them with all its actions:", "L'une d'elles avec toutes ses actions :")
