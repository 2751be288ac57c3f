//! Whether a record is what its seed, its script and its actions lead to.

use intrigue_wire::v1 as wire;

use crate::any_match::{RECORD_FORMAT, step_message, wordless};
use crate::refusal::quote;
use crate::wire_fields::read_seat;
use crate::{
    ActionId, AnyMatch, Game, Localizer, Match, Refusal, RefusalKind, Seed, Settings,
    SettingsMessage, Text, message, options,
};

impl<G: Game> Match<G> {
    /// The match of a record, dealt again from its seed and its script and played again step by
    /// step. Where [`Match::replay`] takes nature's choices from the record, this draws them, and
    /// whatever the record says otherwise is refused.
    pub fn verify(record: &wire::MatchRecord) -> Result<Self, Refusal> {
        let (theirs, ours) = (record.rules_version, G::ABOUT.rules_version);
        if theirs != ours {
            return Err(unproven("OTHER_RULES", |text| {
                message!(text, "record-other-rules", theirs, ours)
            })
            .with("rules_version", theirs));
        }
        if record.format != RECORD_FORMAT {
            return Err(bad("other-format"));
        }
        let seed = seed_of(record)?;
        let given = settings_of::<G>(record).map_err(|refusal| refused(&refusal))?;
        let settled = options::fill_defaults(G::ABOUT.options, &given);
        if settled.map_err(|refusal| refused(&refusal))? != given {
            return Err(bad("missing-options"));
        }
        let [deal, steps @ ..] = &record.steps[..] else {
            return Err(bad("empty"));
        };
        if deal.kind() != wire::StepKind::Deal {
            return Err(at(0, "step-no-deal"));
        }
        let mut this = Self::new(&given, seed, record.script.clone())
            .map_err(|refusal| refused_at(0, &refusal))?;
        this.compare(0, deal)?;
        for (number, step) in steps.iter().enumerate() {
            this.verify_step(number + 1, step)?;
        }
        if record.seat_count as usize != Match::seats(&this) {
            return Err(bad("other-seats"));
        }
        this.compare_outcome(record.outcome.as_ref())?;
        Ok(this)
    }

    fn verify_step(&mut self, number: usize, step: &wire::Step) -> Result<(), Refusal> {
        let no_seat = || at(number, "step-no-such-seat");
        let seat = || step.seat.and_then(read_seat).ok_or_else(no_seat);
        let done = match step.kind() {
            wire::StepKind::Action => {
                // Whatever does not fit is as unknown as the largest id.
                let id = step.action_id.and_then(|id| u16::try_from(id).ok());
                let id = ActionId(id.unwrap_or(u16::MAX));
                self.act(seat()?, id, None)
            }
            wire::StepKind::Resignation => self.resign(seat()?),
            wire::StepKind::TimeForfeit => self.forfeit_on_time(seat()?),
            wire::StepKind::Deal => {
                return Err(at(number, "step-second-deal"));
            }
            wire::StepKind::Unspecified => {
                return Err(at(number, "step-no-kind"));
            }
        };
        done.map_err(|refusal| refused_at(number, &refusal))?;
        self.compare(number, step)
    }

    /// Compares the step that was just taken with what the record says of it.
    fn compare(&self, number: usize, recorded: &wire::Step) -> Result<(), Refusal> {
        let taken = step_message::<G>(self.log.last().expect("a step was taken"));
        if taken == *recorded {
            return Ok(());
        }
        if taken.chances == recorded.chances {
            return Err(at(number, "step-disagrees"));
        }
        let (drawn, claimed) = (&taken.chances, &recorded.chances);
        let pairs = drawn.iter().zip(claimed);
        let place = pairs.take_while(|(one, other)| one == other).count();
        let shown = |token: Option<&String>| token.map(|token| quote(token));
        let (drawn, claimed) = (shown(drawn.get(place)), shown(claimed.get(place)));
        let place = place + 1;
        Err(at_because(number, |text| {
            message!(
                text,
                "record-step-other-chance",
                place,
                claimed = claimed.as_ref(),
                drawn = drawn.as_ref()
            )
        }))
    }

    fn compare_outcome(&self, recorded: Option<&wire::Outcome>) -> Result<(), Refusal> {
        let true_one = AnyMatch::outcome(self).map(wordless);
        if true_one.as_ref() == recorded.map(|one| with_replaced(one, true_one.as_ref())).as_ref() {
            return Ok(());
        }
        Err(bad(if true_one == recorded.cloned().map(wordless) {
            "outcome-with-texts"
        } else {
            "other-outcome"
        }))
    }
}

/// The settings of a record.
pub(crate) fn settings_of<G: Game>(record: &wire::MatchRecord) -> Result<Settings, Refusal> {
    let message = SettingsMessage {
        seat_count: record.seat_count,
        options: record.options.clone(),
        documents: record.documents.clone(),
    };
    message.settings(G::ABOUT.options, G::ABOUT.min_seats)
}

/// A recorded outcome, in which seats that changed hands have the ending that the rules know of:
/// who held a seat is not a matter of the rules.
pub(crate) fn with_replaced(
    recorded: &wire::Outcome,
    true_one: Option<&wire::Outcome>,
) -> wire::Outcome {
    let mut outcome = recorded.clone();
    let replaced = i32::from(wire::SeatEnding::Replaced);
    let true_seats = true_one.map_or(&[][..], |true_one| &true_one.seats);
    for (seat, true_seat) in outcome.seats.iter_mut().zip(true_seats) {
        if seat.ending == replaced {
            seat.ending = true_seat.ending;
        }
    }
    outcome
}

fn seed_of(record: &wire::MatchRecord) -> Result<Seed, Refusal> {
    if record.seed.is_empty() {
        return Err(unproven("NO_SEED", |text| message!(text, "record-without-seed")));
    }
    let bytes = record.seed[..].try_into().map_err(|_| bad("damaged-seed"))?;
    Ok(Seed::new(bytes))
}

/// Why a record is not believed.
fn unproven(code: &'static str, why: impl Fn(&Localizer<'_>) -> String) -> Refusal {
    let why = Text::of_core(why);
    let text =
        Text::of_core(|text| message!(text, "record-not-verified", why = text.content(&why)));
    Refusal::new(RefusalKind::BadRecord, code, text).with("problem", why.en).in_field("record")
}

/// What is wrong with a record: a message of the family `record`.
fn bad(why: &str) -> Refusal {
    unproven("BAD_RECORD", |text| message!(text, ("record", why)))
}

/// What is wrong with a step: a message of the family `record`. The deal is number 0.
fn at(number: usize, why: &str) -> Refusal {
    at_because(number, |text| message!(text, ("record", why)))
}

fn at_because(number: usize, why: impl Fn(&Localizer<'_>) -> String) -> Refusal {
    unproven("BAD_RECORD", |text| message!(text, "record-at-step", number, why = why(text)))
}

fn refused(refusal: &Refusal) -> Refusal {
    unproven("BAD_RECORD", |text| sentence(refusal, text))
}

fn refused_at(number: usize, refusal: &Refusal) -> Refusal {
    at_because(number, |text| message!(text, "record-step-refused", why = sentence(refusal, text)))
}

/// The sentence of a refusal, without the stop at its end.
fn sentence(refusal: &Refusal, text: &Localizer<'_>) -> String {
    text.content(&refusal.text).trim_end_matches('.').to_owned()
}
