"""One prompt has one answer, however many clients race for it; and the test of it can fail."""

from __future__ import annotations

from tests.faults.races import RacingClients, show_races
from tests.faults.report import Report, chosen

SEED = 20_240_229


def test_one_acknowledgement_per_prompt(tmp_path):
    races, restarts = chosen(200, 20_000), chosen(3, 200)
    report = Report(f"races on one server (seed {SEED})")
    show_races(tmp_path, races, restarts, SEED, report)
    report.check()
    assert report.counts["races"] >= races
    assert report.counts["disturbances"] >= restarts // 2
    assert report.counts["actions acknowledged"] > races // 2
    assert report.counts["races that another seat decided"] > 0


def test_one_acknowledgement_per_prompt_on_two_servers(tmp_path, cluster):
    races, restarts = chosen(400, 200_000), chosen(8, 1_000)
    report = Report(f"races on two servers (seed {SEED})")
    url = cluster.new_database()
    show_races(tmp_path, races, restarts, SEED, report, url=url, nodes=2, database=cluster)
    report.check()
    assert report.counts["races"] >= races
    assert report.counts["disturbances"] >= restarts // 2
    assert report.counts["restarts of the database"] > 0
    assert report.counts["actions acknowledged"] > races // 2


class ClientsOfALyingServer(RacingClients):
    """As if the server acknowledged a second client, too."""

    won: dict[int, bytes]

    async def _act_until_answered(self, seat, attempt, node):
        answer = await super()._act_until_answered(seat, attempt, node)
        self.won = getattr(self, "won", {})
        if answer is not None:
            self.won[seat] = answer
        return answer or self.won.get(seat)


def test_a_second_acknowledgement_is_caught(tmp_path):
    report = Report("races with liars")
    show_races(tmp_path, 50, 1, SEED, report, racing_clients=ClientsOfALyingServer)
    report.show()
    assert "prompts with two acknowledgements" in report.faults
