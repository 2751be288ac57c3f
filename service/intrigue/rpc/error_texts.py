"""The words and the status of all that can go wrong in the service itself, in two languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from google.rpc import code_pb2  # type: ignore[import-untyped]

from intrigue.matches import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Mapping

_INVALID: Final = code_pb2.INVALID_ARGUMENT
_STATE: Final = code_pb2.FAILED_PRECONDITION
_AWAY: Final = code_pb2.UNAVAILABLE


@dataclass(frozen=True, slots=True)
class ErrorText:
    """The status and the words of one code. Words in braces are details of the error."""

    status: int
    en: str
    fr: str


TEXTS: Final[Mapping[ErrorCode, ErrorText]] = {
    ErrorCode.MALFORMED_MESSAGE: ErrorText(
        _INVALID,
        "The request is not a message of this method.",
        "La requête n'est pas un message de cette méthode.",
    ),
    ErrorCode.MESSAGE_TOO_LARGE: ErrorText(
        code_pb2.RESOURCE_EXHAUSTED,
        "The request has more than {most} bytes.",
        "La requête a plus de {most} octets.",
    ),
    ErrorCode.INVALID_MATCH_ID: ErrorText(
        _INVALID,
        "match_id must have 1 to 64 printable characters.",
        "match_id doit avoir de 1 à 64 caractères imprimables.",
    ),
    ErrorCode.INVALID_REQUEST_ID: ErrorText(
        _INVALID,
        "request_id must have {shortest} to {longest} printable characters.",
        "request_id doit avoir de {shortest} à {longest} caractères imprimables.",
    ),
    ErrorCode.INVALID_TEXT: ErrorText(
        _INVALID,
        "{field} has characters that can't be shown.",
        "{field} contient des caractères non imprimables.",
    ),
    ErrorCode.TEXT_TOO_LONG: ErrorText(
        _INVALID,
        "{field} has more than {longest} characters.",
        "{field} a plus de {longest} caractères.",
    ),
    ErrorCode.TOO_MANY_ITEMS: ErrorText(
        _INVALID,
        "{field} has more than {most} entries.",
        "{field} a plus de {most} éléments.",
    ),
    ErrorCode.NUMBER_TOO_LARGE: ErrorText(
        _INVALID,
        "{field} is greater than {largest}.",
        "{field} est plus grand que {largest}.",
    ),
    ErrorCode.UNKNOWN_ENUM_VALUE: ErrorText(
        _INVALID,
        "{field} has a value that the service does not know.",
        "{field} a une valeur que le service ne connaît pas.",
    ),
    ErrorCode.WRONG_SEAT_COUNT: ErrorText(
        _INVALID,
        "With these options the match has {seats} seats: give one entry for each, or none.",
        "Avec ces options la partie a {seats} sièges : donnez une entrée pour chacun, ou aucune.",
    ),
    ErrorCode.WRONG_SEED_LENGTH: ErrorText(
        _INVALID,
        "A seed has {length} bytes.",
        "Une graine a {length} octets.",
    ),
    ErrorCode.RATED_NOT_RANDOM: ErrorText(
        _INVALID,
        "A rated match has neither a chosen seed nor a script.",
        "Une partie classée n'a ni graine choisie ni script.",
    ),
    ErrorCode.RATED_WITHOUT_RIVALS: ErrorText(
        _INVALID,
        "A rated match has seats that play against each other: at least two, in a game that is "
        "not co-operative.",
        "Une partie classée oppose ses sièges : au moins deux, à un jeu qui n'est pas coopératif.",
    ),
    ErrorCode.FIELD_REQUIRED: ErrorText(
        _INVALID,
        "{field} must be set.",
        "{field} doit être renseigné.",
    ),
    ErrorCode.INVALID_LABEL: ErrorText(
        _INVALID,
        "A match has at most {most} labels, with keys of 1 to 32 lowercase letters, digits, '_',"
        " '-' and '.', and values of at most 64 printable characters.",
        "Une partie a au plus {most} étiquettes, avec des clés de 1 à 32 minuscules, chiffres, '_',"
        " '-' et '.', et des valeurs d'au plus 64 caractères imprimables.",
    ),
    ErrorCode.ACTION_MISSING: ErrorText(
        _INVALID,
        "The request names no action: set action_id or notation.",
        "La requête ne nomme aucune action : donnez action_id ou notation.",
    ),
    ErrorCode.SEAT_OUT_OF_RANGE: ErrorText(
        _INVALID,
        "There is no such seat: the match has {seats} seats, counted from 0.",
        "Ce siège n'existe pas : la partie a {seats} sièges, comptés à partir de 0.",
    ),
    ErrorCode.INVALID_PAGE_TOKEN: ErrorText(
        _INVALID,
        "page_token is not from an answer to the same question.",
        "page_token ne vient pas d'une réponse à la même question.",
    ),
    ErrorCode.REQUEST_ID_REUSED: ErrorText(
        _STATE,
        "This request_id was used for another request.",
        "Ce request_id a servi pour une autre requête.",
    ),
    ErrorCode.INVALID_CLOCK: ErrorText(
        _INVALID,
        "A clock has a bank or a limit per decision, an increment only beside a bank, and no time"
        " above {longest} seconds.",
        "Une pendule a une réserve ou une limite par décision, un incrément seulement avec une"
        " réserve, et aucun temps au-delà de {longest} secondes.",
    ),
    ErrorCode.ENTROPY_TOO_LONG: ErrorText(
        _INVALID,
        "entropy has more than {longest} bytes.",
        "entropy a plus de {longest} octets.",
    ),
    ErrorCode.POLICY_TOO_COSTLY: ErrorText(
        _INVALID,
        "The policy asks for {asked}, more than the limit {limit} of {most}.",
        "La politique demande {asked}, plus que la limite {limit} de {most}.",
    ),
    ErrorCode.POSITION_MISSING: ErrorText(
        _INVALID,
        "The request names no position: set match_id or view.",
        "La requête ne nomme aucune position : donnez match_id ou view.",
    ),
    ErrorCode.BATCH_NOT_OPENED: ErrorText(
        _INVALID,
        "The first message of the stream must open the batch.",
        "Le premier message du flux doit ouvrir le lot.",
    ),
    ErrorCode.BATCH_OPENED_TWICE: ErrorText(
        _INVALID,
        "The batch is open: further messages have actions.",
        "Le lot est ouvert : les messages suivants portent des actions.",
    ),
    ErrorCode.WRONG_ACTIONS_LENGTH: ErrorText(
        _INVALID,
        "actions must have {length} bytes, two for each lane; it has {given}.",
        "actions doit avoir {length} octets, deux par piste ; il en a {given}.",
    ),
    ErrorCode.UNKNOWN_METHOD: ErrorText(
        code_pb2.UNIMPLEMENTED,
        "The service has no such method.",
        "Le service n'a pas cette méthode.",
    ),
    ErrorCode.UNKNOWN_GAME: ErrorText(
        code_pb2.NOT_FOUND,
        "Unknown game “{game}”. Games: {known}.",
        "Jeu inconnu : « {game} ». Jeux disponibles : {known}.",
    ),
    ErrorCode.TOKEN_REQUIRED: ErrorText(
        code_pb2.UNAUTHENTICATED,
        "This takes a token.",
        "Il faut un jeton.",
    ),
    ErrorCode.TOKEN_UNKNOWN: ErrorText(
        code_pb2.UNAUTHENTICATED,
        "The token is unknown or void.",
        "Le jeton est inconnu ou n'est plus valable.",
    ),
    ErrorCode.TOKEN_REPLACED: ErrorText(
        code_pb2.UNAUTHENTICATED,
        "The token was replaced; resume with the new one.",
        "Le jeton a été remplacé ; reprenez avec le nouveau.",
    ),
    ErrorCode.TOKEN_OF_ANOTHER_MATCH: ErrorText(
        code_pb2.PERMISSION_DENIED,
        "The token belongs to another match.",
        "Le jeton appartient à une autre partie.",
    ),
    ErrorCode.SEAT_TOKEN_REQUIRED: ErrorText(
        code_pb2.PERMISSION_DENIED,
        "This takes the token of a seat of this match.",
        "Il faut le jeton d'un siège de cette partie.",
    ),
    ErrorCode.HOST_TOKEN_REQUIRED: ErrorText(
        code_pb2.PERMISSION_DENIED,
        "This takes the token of the match's host.",
        "Il faut le jeton de l'hôte de la partie.",
    ),
    ErrorCode.OPERATOR_TOKEN_REQUIRED: ErrorText(
        code_pb2.PERMISSION_DENIED,
        "On this server it takes the operator's token.",
        "Sur ce serveur il faut le jeton de l'opérateur.",
    ),
    ErrorCode.INVITATION_UNKNOWN: ErrorText(
        code_pb2.NOT_FOUND,
        "There is no match with this invitation.",
        "Aucune partie n'a cette invitation.",
    ),
    ErrorCode.UNKNOWN_MATCH: ErrorText(
        code_pb2.NOT_FOUND,
        "There is no such match.",
        "Cette partie n'existe pas.",
    ),
    ErrorCode.MATCH_NOT_STARTED: ErrorText(
        _STATE,
        "The match has not started: seats are open.",
        "La partie n'a pas commencé : des sièges sont libres.",
    ),
    ErrorCode.MATCH_ABORTED: ErrorText(
        _STATE,
        "The match was ended by its host.",
        "La partie a été interrompue par son hôte.",
    ),
    ErrorCode.MATCH_OVER: ErrorText(
        _STATE,
        "The match is over.",
        "La partie est terminée.",
    ),
    ErrorCode.SEAT_NOT_OPEN: ErrorText(
        _STATE,
        "The seat is taken.",
        "Le siège est pris.",
    ),
    ErrorCode.NO_OPEN_SEAT: ErrorText(
        _STATE,
        "The match has no open seat.",
        "La partie n'a plus de siège libre.",
    ),
    ErrorCode.NO_READY_CHECK: ErrorText(
        _STATE,
        "This match does not wait for its seats to be ready.",
        "Cette partie n'attend pas que ses sièges soient prêts.",
    ),
    ErrorCode.MATCH_STARTED: ErrorText(
        _STATE,
        "The match has started.",
        "La partie a commencé.",
    ),
    ErrorCode.MATCH_NOT_OVER: ErrorText(
        _STATE,
        "The match is not over.",
        "La partie n'est pas terminée.",
    ),
    ErrorCode.RATED_SEATS_STAY: ErrorText(
        _STATE,
        "A rated match that has begun keeps its seats.",
        "Une partie classée qui a commencé garde ses sièges.",
    ),
    ErrorCode.RATED_WITHOUT_ANALYSIS: ErrorText(
        _STATE,
        "In a rated match there is no analysis.",
        "Dans une partie classée il n'y a pas d'analyse.",
    ),
    ErrorCode.REVISION_AHEAD: ErrorText(
        code_pb2.OUT_OF_RANGE,
        "The revision is ahead of the match, which is at {revision}.",
        "La révision est en avance sur la partie, qui en est à {revision}.",
    ),
    ErrorCode.SEAT_RESIGNED: ErrorText(
        _STATE,
        "The seat has resigned, and a policy decides for it.",
        "Le siège a abandonné, et un automate décide pour lui.",
    ),
    ErrorCode.TIME_UP: ErrorText(
        _STATE,
        "The seat's time is up.",
        "Le temps du siège est écoulé.",
    ),
    ErrorCode.TIME_NOT_UP: ErrorText(
        _STATE,
        "The seat's time is not up.",
        "Le temps du siège n'est pas écoulé.",
    ),
    ErrorCode.TOO_SLOW: ErrorText(
        code_pb2.RESOURCE_EXHAUSTED,
        "The reader fell too far behind; resume after revision {revision}.",
        "Le lecteur a pris trop de retard ; reprenez après la révision {revision}.",
    ),
    ErrorCode.SERVER_STOPPING: ErrorText(
        _AWAY,
        "The server is stopping; resume in a moment.",
        "Le serveur s'arrête ; reprenez dans un instant.",
    ),
    ErrorCode.STORE_FAILED: ErrorText(
        _AWAY,
        "The store did not answer and nothing was acknowledged; it is safe to try again.",
        "Le stockage n'a pas répondu et rien n'a été confirmé ; vous pouvez réessayer.",
    ),
    ErrorCode.CONTENDED: ErrorText(
        code_pb2.ABORTED,
        "Others changed the match faster than this request could; nothing was done.",
        "D'autres ont modifié la partie plus vite que cette requête ; rien n'a été fait.",
    ),
    ErrorCode.CORE_FAULT: ErrorText(
        code_pb2.INTERNAL,
        "The rules engine failed, and the match is unchanged.",
        "Le moteur de règles a échoué, et la partie est inchangée.",
    ),
    ErrorCode.LOG_DAMAGED: ErrorText(
        code_pb2.DATA_LOSS,
        "The match's log is damaged.",
        "Le journal de la partie est endommagé.",
    ),
    ErrorCode.RULES_CHANGED: ErrorText(
        _STATE,
        "The match was played by rules version {stored}; this server has {current}.",
        "La partie suit la version {stored} des règles ; ce serveur a la version {current}.",
    ),
    ErrorCode.INTERNAL: ErrorText(
        code_pb2.INTERNAL,
        "An unexpected error; its id in the server's log is {error_id}.",
        "Une erreur inattendue ; son identifiant dans le journal du serveur est {error_id}.",
    ),
    ErrorCode.LIMIT_EXCEEDED: ErrorText(
        code_pb2.RESOURCE_EXHAUSTED,
        "The limit {limit} is reached; try again in {retry_after_ms} ms.",
        "La limite {limit} est atteinte ; réessayez dans {retry_after_ms} ms.",
    ),
    ErrorCode.CALL_TOO_LONG: ErrorText(
        code_pb2.DEADLINE_EXCEEDED,
        "The call took longer than {seconds} seconds; what it asked for may still be done.",
        "L'appel a duré plus de {seconds} secondes ; ce qu'il demandait peut encore se faire.",
    ),
    ErrorCode.ANSWER_TOO_LARGE: ErrorText(
        code_pb2.RESOURCE_EXHAUSTED,
        "The answer would have more than {most} bytes; ask for less at once.",
        "La réponse aurait plus de {most} octets ; demandez-en moins à la fois.",
    ),
    ErrorCode.BATCH_IDLE: ErrorText(
        code_pb2.ABORTED,
        "The batch was not used for {seconds} seconds and is gone.",
        "Le lot n'a pas servi pendant {seconds} secondes et n'est plus là.",
    ),
    ErrorCode.UNKNOWN_LEASE: ErrorText(
        code_pb2.NOT_FOUND,
        "There is no such lease; one that is not used for {seconds} seconds ends.",
        "Ce bail n'existe pas ; celui qui ne sert pas pendant {seconds} secondes prend fin.",
    ),
    ErrorCode.LEASE_OUT_OF_STEP: ErrorText(
        code_pb2.ABORTED,
        "The batch has made {step} steps, and this is not the next one, nor the last one again.",
        "Le lot a fait {step} pas, et celui-ci n'est ni le suivant, ni le dernier une fois encore.",
    ),
}
