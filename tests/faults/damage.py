"""Any byte or row of the database is damaged while the server is down.

After that every answer is exactly the right one, or says DATA_LOSS, or the server says why it
does not start. It is never an older or another state. `python -m tests.faults.damage --damages
300` shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc
from tests.faults import frames
from tests.faults.cluster import DidNotStart, Node
from tests.faults.harm import cells, harm_bytes, harm_row
from tests.faults.report import Report
from tests.faults.specimen import Answer, Question, Specimen, ask_all, go_on, make_specimen
from tests.faults.world import World, reason

from intrigue_proto.v1 import match_service_pb2 as pb

AT_A_TIME = 2
LOSS = "DATA_LOSS"
DATABASE = "matches.db"

Harm = Callable[[Path], str]


@dataclass(frozen=True)
class Verdict:
    """What became of one damage."""

    harm: str
    right: int
    told: int
    unclear: list[str]
    wrong: list[str]
    ended: str = ""


def judge(specimen: Specimen, answers: list[Answer], harm: str) -> Verdict:
    """Holds the answers against the truth."""
    right = told = 0
    unclear, wrong = [], []
    lost = {
        question.match
        for question, answer in zip(specimen.questions, answers, strict=True)
        if answer.error.startswith(LOSS)
    }
    for question, true, answer in zip(specimen.questions, specimen.truth, answers, strict=True):
        if answer == true:
            right += 1
        elif answer.error.startswith(LOSS) or _leaves_out(question, true, answer, lost):
            told += 1
        elif answer.error.startswith("UNAVAILABLE"):
            unclear.append(f"{question.name}: {answer.error}")
        else:
            wrong.append(f"{question.name}: {answer.error or _difference(question, true, answer)}")
    return Verdict(harm, right, told, unclear, wrong)


def _leaves_out(question: Question, true: Answer, answer: Answer, lost: set[str]) -> bool:
    """Whether a list has all matches as they are, but may lack those that are told to be
    damaged.
    """
    if question.method != "ListMatches" or answer.error:
        return False
    number = pb.ListMatchesResponse.MATCHES_FIELD_NUMBER
    rest = frames.messages_in(answer.content, number)
    for match in frames.messages_in(true.content, number):
        if rest and rest[0] == match:
            rest.pop(0)
        elif (frames.message_in(match, 1) or b"").decode() not in lost:
            return False
    return not rest


def _difference(question: Question, true: Answer, answer: Answer) -> str:
    return f"other content of {question.match[:6]} ({true.error or 'OK'} before)"


class Bench:
    """Copies of a database, each damaged in its own way and asked everything."""

    def __init__(self, folder: Path, report: Report, seed: int) -> None:
        self.folder = folder
        self.report = report
        self.seed = seed
        self.specimen = Specimen()
        # As a crash leaves it, with a WAL; and as an operator's stop does, without.
        self.templates = [folder / "killed", folder / "stopped"]

    async def prepare(self) -> None:
        killed, stopped = self.templates
        for template in self.templates:
            template.mkdir()
        node = Node(str(killed / DATABASE), self.folder / "making.log")
        node.start()
        try:
            self.specimen = await make_specimen(node, self.report, self.seed)
        finally:
            node.kill()
        shutil.copytree(killed, stopped, dirs_exist_ok=True)
        node = Node(str(stopped / DATABASE), self.folder / "stopping.log")
        node.start()
        node.stop()
        # What goes on after an undamaged restart is the truth for all others.
        control = self.folder / "control"
        shutil.copytree(stopped, control)
        node = Node(str(control / DATABASE), self.folder / "control.log")
        node.start()
        try:
            await self._sequels(node)
        finally:
            node.kill()
        self.report.count("questions asked of each copy", len(self.specimen.questions))

    async def _sequels(self, node: Node) -> None:
        async with World([node.target], self.report, 0) as world:
            for match_id, tokens in self.specimen.running:
                self.specimen.sequels[match_id] = await go_on(world, match_id, tokens)

    async def try_harm(self, number: int, template: Path, harm: Harm) -> Verdict:
        """One damaged copy, asked everything."""
        folder = self.folder / f"copy-{number}"
        shutil.copytree(template, folder)
        try:
            what = f"{template.name}: {harm(folder / DATABASE)}"
            node = Node(str(folder / DATABASE), folder / "server.log")
            try:
                await asyncio.to_thread(node.start)
            except DidNotStart as stopped:
                return self._ended(what, str(stopped))
            try:
                verdict = await self._ask(node, what)
            finally:
                alive = node.alive
                await asyncio.to_thread(node.kill)
            if not alive:
                verdict.wrong.append(f"the server died: {node.last_words()[-200:]}")
            return verdict
        finally:
            shutil.rmtree(folder)

    def _ended(self, what: str, words: str) -> Verdict:
        """A server that does not start must say why, in words for its operator."""
        clear = "Traceback" not in words and DATABASE in words
        wrong = [] if clear else [f"no clear word why it does not start: {words[-200:]}"]
        return Verdict(what, 0, 0, [], wrong, ended=words)

    async def _ask(self, node: Node, what: str) -> Verdict:
        async with World([node.target], self.report, 0) as world:
            answers = await ask_all(world, self.specimen.questions)
            verdict = judge(self.specimen, answers, what)
            for match_id, tokens in self.specimen.running:
                await self._go_on(world, match_id, tokens, verdict)
        return verdict

    async def _go_on(
        self, world: World, match_id: str, tokens: dict[int, str], verdict: Verdict
    ) -> None:
        """A match that looks right goes on as it would have."""
        try:
            told = await go_on(world, match_id, tokens)
        except grpc.aio.AioRpcError as error:
            if not reason(error).startswith(LOSS) and not (verdict.wrong or verdict.unclear):
                verdict.wrong.append(f"going on: {reason(error)}")
            return
        if told != self.specimen.sequels[match_id] and not verdict.wrong:
            verdict.wrong.append("going on: other updates than without the damage")

    def note(self, verdict: Verdict) -> None:
        report = self.report
        report.count("damages")
        report.count("right answers", verdict.right)
        report.count("answers that said DATA_LOSS", verdict.told)
        report.count("answers that said UNAVAILABLE", len(verdict.unclear))
        if verdict.ended:
            report.count("damages after which the server did not start, and said why")
        elif verdict.told or verdict.unclear:
            report.count("damages that were told")
        elif not verdict.wrong:
            report.count("damages that made no difference")
        if verdict.wrong:
            report.fault(
                "damages with a wrong answer",
                f"{verdict.harm}: {len(verdict.wrong)}, {verdict.wrong[0]}",
            )


def plan(bench: Bench, damages: int, rng: random.Random) -> list[tuple[Path, Harm]]:
    """Half of the damages are to bytes, half to rows: every column of every table in turn."""
    columns = cells(bench.templates[1] / DATABASE)
    rng.shuffle(columns)
    planned: list[tuple[Path, Harm]] = []
    for number in range(damages):
        luck = random.Random(rng.random())
        if number % 2:
            cell = columns[number // 2 % len(columns)]

            def harm(path: Path, luck: random.Random = luck, cell=cell) -> str:
                return harm_row(path, luck, cell)
        else:

            def harm(path: Path, luck: random.Random = luck, cell=None) -> str:
                return harm_bytes(path, luck)

        planned.append((bench.templates[number // 2 % 2], harm))
    return planned


async def damage_copies(folder: Path, damages: int, seed: int, report: Report) -> None:
    bench = Bench(folder, report, seed)
    await bench.prepare()
    # A copy that nobody damaged: all answers are right, or the judge is not.
    control = await bench.try_harm(-1, bench.templates[0], lambda _: "none")
    assert not control.wrong, control.wrong
    assert control.right == len(bench.specimen.questions)
    planned = iter(enumerate(plan(bench, damages, random.Random(seed))))

    async def work() -> None:
        for number, (template, harm) in planned:
            bench.note(await bench.try_harm(number, template, harm))
            if number % 10 == 9:
                report.progress(f"{number + 1} damages, {sum(report.faults.values())} wrong")

    await asyncio.gather(*(work() for _ in range(AT_A_TIME)))


def show_damage(folder: Path, damages: int, seed: int, report: Report) -> None:
    asyncio.run(damage_copies(folder, damages, seed, report))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--damages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    given = parser.parse_args()
    report = Report(f"damage (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-damage-") as folder:
        show_damage(Path(folder), given.damages, given.seed, report)
    report.check()


if __name__ == "__main__":
    main()
