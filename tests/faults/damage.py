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
from tests.faults import wire_fields
from tests.faults.cluster import DidNotStart, Node
from tests.faults.corruption import cells, corrupt_bytes, corrupt_row
from tests.faults.raw_client import RawClient, reason
from tests.faults.report import Report
from tests.faults.sample_database import (
    Answer,
    Question,
    SampleDatabase,
    ask_all,
    go_on,
    make_sample_database,
)

from intrigue_proto.v1 import match_service_pb2 as pb

AT_A_TIME = 2
LOSS = "DATA_LOSS"
DATABASE = "matches.db"

Corruption = Callable[[Path], str]


@dataclass(frozen=True)
class Verdict:
    """What became of one damage."""

    corruption: str
    right: int
    reported: int
    unclear: list[str]
    wrong: list[str]
    ended: str = ""


def judge(sample: SampleDatabase, answers: list[Answer], corruption: str) -> Verdict:
    """Compares the answers with the right ones."""
    right = reported = 0
    unclear, wrong = [], []
    lost = {
        question.match
        for question, answer in zip(sample.questions, answers, strict=True)
        if answer.error.startswith(LOSS)
    }
    for question, true, answer in zip(sample.questions, sample.truth, answers, strict=True):
        if answer == true:
            right += 1
        elif answer.error.startswith(LOSS) or _leaves_out(question, true, answer, lost):
            reported += 1
        elif answer.error.startswith("UNAVAILABLE"):
            unclear.append(f"{question.name}: {answer.error}")
        else:
            wrong.append(f"{question.name}: {answer.error or _difference(question, true, answer)}")
    return Verdict(corruption, right, reported, unclear, wrong)


def _leaves_out(question: Question, true: Answer, answer: Answer, lost: set[str]) -> bool:
    """Whether a list lacks only matches that other calls report as damaged."""
    if question.method != "ListMatches" or answer.error:
        return False
    number = pb.ListMatchesResponse.MATCHES_FIELD_NUMBER
    rest = wire_fields.messages_in(answer.content, number)
    for match in wire_fields.messages_in(true.content, number):
        if rest and rest[0] == match:
            rest.pop(0)
        elif (wire_fields.message_in(match, 1) or b"").decode() not in lost:
            return False
    return not rest


def _difference(question: Question, true: Answer, answer: Answer) -> str:
    return f"other content of {question.match[:6]} ({true.error or 'OK'} before)"


class DamageTest:
    """Copies of a database, each damaged in its own way and asked everything."""

    def __init__(self, folder: Path, report: Report, seed: int) -> None:
        self.folder = folder
        self.report = report
        self.seed = seed
        self.sample = SampleDatabase()
        # As a crash leaves it, with a WAL; and as an operator's stop does, without.
        self.templates = [folder / "killed", folder / "stopped"]

    async def prepare(self) -> None:
        killed, stopped = self.templates
        for template in self.templates:
            template.mkdir()
        node = Node(str(killed / DATABASE), self.folder / "making.log")
        node.start()
        try:
            self.sample = await make_sample_database(node, self.report, self.seed)
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
        self.report.count("questions asked of each copy", len(self.sample.questions))

    async def _sequels(self, node: Node) -> None:
        async with RawClient([node.target], self.report, 0) as client:
            for match_id, tokens in self.sample.running:
                self.sample.sequels[match_id] = await go_on(client, match_id, tokens)

    async def try_corruption(self, number: int, template: Path, corruption: Corruption) -> Verdict:
        """One damaged copy, asked everything."""
        folder = self.folder / f"copy-{number}"
        shutil.copytree(template, folder)
        try:
            what = f"{template.name}: {corruption(folder / DATABASE)}"
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
        async with RawClient([node.target], self.report, 0) as client:
            answers = await ask_all(client, self.sample.questions)
            verdict = judge(self.sample, answers, what)
            for match_id, tokens in self.sample.running:
                await self._go_on(client, match_id, tokens, verdict)
        return verdict

    async def _go_on(
        self, client: RawClient, match_id: str, tokens: dict[int, str], verdict: Verdict
    ) -> None:
        """A match that looks right goes on as it would have."""
        try:
            reported = await go_on(client, match_id, tokens)
        except grpc.aio.AioRpcError as error:
            if not reason(error).startswith(LOSS) and not (verdict.wrong or verdict.unclear):
                verdict.wrong.append(f"going on: {reason(error)}")
            return
        if reported != self.sample.sequels[match_id] and not verdict.wrong:
            verdict.wrong.append("going on: other updates than without the damage")

    def note(self, verdict: Verdict) -> None:
        report = self.report
        report.count("damages")
        report.count("right answers", verdict.right)
        report.count("answers that said DATA_LOSS", verdict.reported)
        report.count("answers that said UNAVAILABLE", len(verdict.unclear))
        if verdict.ended:
            report.count("damages after which the server did not start, and said why")
        elif verdict.reported or verdict.unclear:
            report.count("damages that were reported")
        elif not verdict.wrong:
            report.count("damages that made no difference")
        if verdict.wrong:
            report.fault(
                "damages with a wrong answer",
                f"{verdict.corruption}: {len(verdict.wrong)}, {verdict.wrong[0]}",
            )


def plan(
    damage_test: DamageTest, damages: int, rng: random.Random
) -> list[tuple[Path, Corruption]]:
    """Half of the damages are to bytes, half to rows: every column of every table in turn."""
    columns = cells(damage_test.templates[1] / DATABASE)
    rng.shuffle(columns)
    planned: list[tuple[Path, Corruption]] = []
    for number in range(damages):
        own_rng = random.Random(rng.random())
        if number % 2:
            cell = columns[number // 2 % len(columns)]

            def corruption(path: Path, own_rng: random.Random = own_rng, cell=cell) -> str:
                return corrupt_row(path, own_rng, cell)
        else:

            def corruption(path: Path, own_rng: random.Random = own_rng, cell=None) -> str:
                return corrupt_bytes(path, own_rng)

        planned.append((damage_test.templates[number // 2 % 2], corruption))
    return planned


async def damage_copies(folder: Path, damages: int, seed: int, report: Report) -> None:
    damage_test = DamageTest(folder, report, seed)
    await damage_test.prepare()
    # A copy that nobody damaged: all answers must be right, or `judge` is wrong.
    control = await damage_test.try_corruption(-1, damage_test.templates[0], lambda _: "none")
    assert not control.wrong, control.wrong
    assert control.right == len(damage_test.sample.questions)
    planned = iter(enumerate(plan(damage_test, damages, random.Random(seed))))

    async def work() -> None:
        for number, (template, corruption) in planned:
            damage_test.note(await damage_test.try_corruption(number, template, corruption))
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
