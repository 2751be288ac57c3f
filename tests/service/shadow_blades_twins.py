"""Two worlds of Shadow Blades in which others hold other cards, and where those cards are.

The script of a match is the whole deck in its order. The twin's is the same but for some cards that
seat 0 does not see. From there on a ledger of each world follows the cards face down, so that seat
0 looks only where there is the same in both; others may look, take and lay whatever they have.
"""

from __future__ import annotations

import asyncio
import collections
import random
from typing import TYPE_CHECKING, Any

from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from tests.service.twins import Twins, World

    from intrigue_proto.v1.game_pb2 import GameAction as Action
    from intrigue_proto.v1.match_pb2 import View

CONSPIRACIES = ["none", "arrogance", "deception", "double", "incredible_duo"]
CONSPIRACIES += ["fatal_blow", "weapon_theft", "total_support", "espionage"]
# Seats, whether in alliances, whether drafted: in turns.
TABLES = [(2, False, False), (3, False, False), (4, False, False), (4, True, False)]
TABLES += [(2, False, True), (4, True, True), (3, False, True)]
# Choices that only the seats concerned see: each world may make its own.
SECRET = {"keep", "put", "take", "slip", "return", "mission"}
# The skills that show something hidden to the seat that deploys the agent.
NOSY = {"looter", "illusionist", "whisper", "chameleon"}

STAMPED = ["assassin-s", "thief-s", "messenger-s", "spy-s"]
OTHERS = [f"{kind}-{n}" for kind in ("assassin", "thief", "messenger", "spy") for n in range(1, 5)]
OTHERS += ["ruby-tracker", "shadow-claw", "yaksha", "looter", "illusionist", "beast", "falcon"]
OTHERS += ["raven", "mistrunner", "whisper", "chameleon", "gravewalker", *["mercenary"] * 2]
OTHERS += [*["common"] * 6, *["prodigious"] * 4, "bloody-saga", "spectres", "acolytes", "syndicate"]
OTHERS += ["sudden-attack", "intrusion", "new-order", "shadowing"] * 3
OTHERS += ["brutal-strike", "plunder", "joint-assault", "crossed-lines", "contract"] * 2
OTHERS += [f"double-{zones}" for zones in ("at", "ar", "ai", "tr", "ti", "ri")]


class Ledger:
    """Where the cards of one world lie that are in nobody's hand."""

    def __init__(self, script: list[str], dealt: int) -> None:
        self.deck: list[Any] = script[dealt:]
        self.piles: list[list[Any]] = [[], [], []]
        self._heard = 0

    async def follow(self, world: World) -> None:
        """Adds what seat 1 was sent since the last time."""
        request = pb.ListUpdatesRequest(match_id=world.id, after_revision=self._heard)
        answer = pb.ListUpdatesResponse.FromString(
            (await world.ask("ListUpdates", 1, request)).content
        )
        for update in answer.updates:
            for event in update.events:
                self._hear(event.game.shadow_blades)
        self._heard += len(answer.updates)
        assert self._heard == answer.revision

    def _hear(self, event: Any) -> None:
        match event.WhichOneof("kind"):
            case "refilled":
                self.piles[event.refilled.pile - 1].append(self.deck.pop(0))
            case "took":
                self.piles[event.took.pile - 1].clear()
            case "drew":
                self.deck.pop(0)
            case "chosen":
                # Three cards are left in an order that only the seat knows. Where it is seat 0,
                # that is the same in both worlds; else such a card is like no other.
                own = event.chosen.seat == 0
                self.deck[:4] = [("of seat 0", n) if own else object() for n in range(3)]


class ShadowBlades:
    """Plays what must look alike to seat 0 and a spectator, in two worlds that are not."""

    def __init__(self, pair: int) -> None:
        self.rng = random.Random(f"shadow_blades {pair}")
        self.seats, self.alliances, drafted = TABLES[pair % len(TABLES)]
        self.options = {
            "seats": str(self.seats),
            "mode": "alliances" if self.alliances else "free_for_all",
            "start": "drafted" if drafted else "dealt",
            "conspiracy": CONSPIRACIES[pair % len(CONSPIRACIES)],
            "first_seat": "0" if drafted else str(self.rng.randrange(self.seats)),
        }
        first, second = self._drafted() if drafted else self._dealt()
        assert collections.Counter(first) == collections.Counter([*STAMPED, *OTHERS])
        assert collections.Counter(first) == collections.Counter(second)
        self.scripts = [first, second]
        self.ledgers = [Ledger(script, self.seats) for script in self.scripts]
        # The card of the draft that the others leave to seat 0, which is the last to get one.
        self.left = first[0] if drafted else ""

    def _dealt(self) -> tuple[list[str], list[str]]:
        starts = self.rng.sample(STAMPED, 4)
        deck = [*starts[self.seats :], *OTHERS]
        self.rng.shuffle(deck)
        script = [*starts[: self.seats], *deck]
        # The starting cards of seat 1 and another, or one that is in the deck.
        other = 2 if self.seats > 2 else next(n for n, c in enumerate(script) if c == starts[2])
        return script, self._swapped(script, [(1, other), *self._places()])

    def _drafted(self) -> tuple[list[str], list[str]]:
        script = self.rng.sample([*STAMPED, *OTHERS], 76)
        while script[0] in script[1 : self.seats]:
            self.rng.shuffle(script)
        # A card of the draft for one that is none of them.
        later = range(self.seats + 8, 76)
        place = next(n for n in later if script[n] not in script[: self.seats])
        return script, self._swapped(script, [(self.seats - 1, place), *self._places()])

    def _places(self) -> list[tuple[int, int]]:
        """Cards of piles and deck that change places; not the first that a seat looks at."""
        count = self.rng.choice([0, 1, 3])
        places = self.rng.sample(range(self.seats + 1, self.seats + 25), 2 * count)
        return list(zip(places[:count], places[count:], strict=True))

    def _swapped(self, script: list[str], places: list[tuple[int, int]]) -> list[str]:
        twin = script.copy()
        for one, other in places:
            twin[one], twin[other] = twin[other], twin[one]
        return twin

    async def step(self, twins: Twins) -> bool:
        """Plays one step in both worlds; False if there is none that must look alike."""
        await asyncio.gather(
            *(
                ledger.follow(world)
                for ledger, world in zip(self.ledgers, twins.worlds, strict=True)
            )
        )
        views = await asyncio.gather(*(twins.views(seat) for seat in range(self.seats)))
        game_view = views[1][0].game.shadow_blades
        if game_view.HasField("finale"):
            # At the end all missions are turned up.
            return False
        seat = next(n for n, pair in enumerate(views) if pair[0].HasField("prompt"))
        prompts = [list(view.prompt.actions) for view in views[seat]]
        self.rng.shuffle(prompts[0])
        prompts[0].sort(key=lambda action: action.verb in self._later(seat, game_view))
        for action in prompts[0]:
            twin = self.counterparts(action, seat, game_view, prompts[1])
            if twin and (seat != 0 or self.shows_the_same(action, game_view, views)):
                await twins.act(seat, action.id, self.rng.choice(twin).id)
                return True
        return False

    def _later(self, seat: int, game_view: Any) -> set[str]:
        """What is not done if there is anything else to do."""
        piles = [self._same_pile(pile) for pile in range(3)]
        if seat != 0 and not all(piles):
            # Others take what seat 0 must not see.
            looking = game_view.question.pile
            return {"agent", "mission", "accept" if looking and piles[looking - 1] else "refuse"}
        # Half of the time something is deployed.
        return {"recruit", "end", "done"} if self.rng.random() < 0.5 else set()

    def counterparts(
        self, action: Action, seat: int, game_view: Any, others: list[Action]
    ) -> list[Action]:
        """The actions of the other world that look like this one to seat 0 and a spectator."""
        if game_view.turn == 0 and _of(action, "card") == self.left:
            return []
        if action.verb in SECRET and seat != 0 and not self._told(action, seat, game_view):
            alike = [other for other in others if other.verb == action.verb]
            alike = [other for other in alike if _of(other, "zone") == _of(action, "zone")]
            return [other for other in alike if game_view.turn or _of(other, "card") != self.left]
        return [other for other in others if other.id == action.id]

    def _told(self, action: Action, seat: int, game_view: Any) -> bool:
        """Whether seat 0 learns which card it is that another seat chooses."""
        if action.verb == "slip":
            return seat ^ 2 == 0
        return action.verb in {"take", "return"} and game_view.question.focus.seat == 0

    def shows_the_same(self, action: Action, game_view: Any, views: list[list[View]]) -> bool:
        """Whether seat 0 sees the same in both worlds when it does this."""
        pile = {"recruit": 0, "refuse": game_view.question.pile}.get(action.verb)
        if pile is not None:
            return self._same_pile(pile) if pile < 3 else self._same_deck(2)
        card = _of(action, "card") if action.verb == "agent" else ""
        if card not in NOSY:
            return True
        secrets = [
            [view.game.shadow_blades.secrets for view in pair] for pair in views[1 : self.seats]
        ]
        return {
            "looter": all(self._same_pile(pile) for pile in range(3)),
            "illusionist": self._same_deck(4),
            "whisper": all(one.hand == other.hand for one, other in secrets),
            "chameleon": all(one.missions == other.missions for one, other in secrets),
        }[card]

    def _same_pile(self, pile: int) -> bool:
        one, other = (collections.Counter(ledger.piles[pile]) for ledger in self.ledgers)
        return one == other

    def _same_deck(self, count: int) -> bool:
        one, other = (ledger.deck[:count] for ledger in self.ledgers)
        return one == other


def _of(action: Action, name: str) -> str:
    """An argument of an action."""
    return next((a.value for a in action.arguments if a.name == name), "")
