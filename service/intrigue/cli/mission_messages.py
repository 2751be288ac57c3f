"""What the command line says by itself about missions: what a game plays, as a document."""

from __future__ import annotations

from intrigue.cli.phrase import TranslatedText


class MissionText(TranslatedText):
    """A sentence in both languages; `{names}` are filled in."""

    # Files.
    NOT_TEXT = (
        "byte {byte} is no text in UTF-8",
        "l'octet {byte} n'est pas du texte en UTF-8",
    )
    EXISTS = (
        "{path} is there already; --force writes over it.",
        "{path} existe déjà ; --force l'écrase.",
    )
    NO_PLACE = ("no place for it there", "pas de place pour lui à cet endroit")

    # Which there are.
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

    # What is found out.
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
    SEATS = ("seats", "sièges")
    WON = ("won", "gagnées")
    LENGTH = ("decisions", "décisions")
    ENDINGS = ("endings", "fins")
