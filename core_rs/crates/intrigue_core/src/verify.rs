//! Whether a record is what its seed, its script and its actions lead to.

use intrigue_wire::v1 as wire;

use crate::any_match::{step_message, wordless};
use crate::refusal::quote;
use crate::{ActionId, AnyMatch, Game, Match, Refusal, RefusalKind, Seat, Seed, Text, options};

impl<G: Game> Match<G> {
    /// The match of a record, dealt anew from its seed and its script and played again step by
    /// step. Where [`Match::replay`] takes nature's choices from the record, this draws them, and
    /// whatever the record says otherwise is refused.
    pub fn verify(record: &wire::Record) -> Result<Self, Refusal> {
        let (theirs, ours) = (&record.rules_version, G::ABOUT.rules_version);
        if theirs != ours {
            let theirs = quote(theirs);
            return Err(unproven(
                "OTHER_RULES",
                &format!("it is of rules version {theirs}, and this engine plays version {ours}"),
                &format!(
                    "il suit la version {theirs} des règles, ce moteur joue la version {ours}"
                ),
            ));
        }
        let seed = seed_of(record)?;
        let settled = options::settle(G::ABOUT.options, &record.options);
        if settled.map_err(|refusal| refused(&refusal))? != record.options {
            return Err(unproven(
                "BAD_RECORD",
                "it does not name all of its options",
                "il ne donne pas toutes ses options",
            ));
        }
        let [deal, steps @ ..] = &record.steps[..] else {
            return Err(unproven(
                "BAD_RECORD",
                "it has no deal",
                "il n'a pas de donne",
            ));
        };
        if deal.kind() != wire::StepKind::Deal {
            return Err(at(0, "it is not a deal", "ce n'est pas une donne"));
        }
        let mut this = Self::new(&record.options, seed, record.script.clone())
            .map_err(|refusal| refused_at(0, &refusal))?;
        this.compare(0, deal)?;
        for (number, step) in steps.iter().enumerate() {
            this.verify_step(number + 1, step)?;
        }
        if record.seats as usize != Match::seats(&this) {
            return Err(unproven(
                "BAD_RECORD",
                "it has another number of seats than its options make",
                "il n'a pas le nombre de sièges que font ses options",
            ));
        }
        this.compare_outcome(record.outcome.as_ref())?;
        Ok(this)
    }

    fn verify_step(&mut self, number: usize, step: &wire::Step) -> Result<(), Refusal> {
        let no_seat = || at(number, "there is no such seat", "il n'y a pas de tel siège");
        let seat = Seat::new(step.seat as usize).ok_or_else(no_seat)?;
        let done = match step.kind() {
            wire::StepKind::Action => {
                // Whatever does not fit is as unknown as the largest id.
                let id = ActionId(u16::try_from(step.action_id).unwrap_or(u16::MAX));
                self.act(seat, id, None)
            }
            wire::StepKind::Resignation => self.resign(seat),
            wire::StepKind::Deal => {
                return Err(at(number, "it is a second deal", "c'est une seconde donne"));
            }
            wire::StepKind::Unspecified => {
                return Err(at(number, "it has no kind", "elle n'a pas de nature"));
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
            return Err(at(
                number,
                "seat, action and notation disagree",
                "siège, action et notation ne s'accordent pas",
            ));
        }
        let (drawn, claimed) = (&taken.chances, &recorded.chances);
        let pairs = drawn.iter().zip(claimed);
        let place = pairs.take_while(|(one, other)| one == other).count();
        let word = |token: Option<&String>, nothing: &str| {
            token.map_or_else(|| nothing.to_owned(), |token| quote(token))
        };
        let (drawn, claimed) = (drawn.get(place), claimed.get(place));
        let place = place + 1;
        Err(at(
            number,
            &format!(
                "nature's choice {place} is {} in the record, and {} by the seed",
                word(claimed, "missing"),
                word(drawn, "none"),
            ),
            &format!(
                "le tirage {place} est {} dans l'enregistrement, et {} d'après la graine",
                word(claimed, "absent"),
                word(drawn, "nul"),
            ),
        ))
    }

    fn compare_outcome(&self, recorded: Option<&wire::Outcome>) -> Result<(), Refusal> {
        let true_one = AnyMatch::outcome(self).map(wordless);
        if true_one.as_ref() == recorded {
            return Ok(());
        }
        let (en, fr) = if true_one == recorded.cloned().map(wordless) {
            (
                "its outcome has texts, which nothing proves",
                "son issue porte des textes, que rien ne prouve",
            )
        } else {
            (
                "it ends otherwise than it says",
                "il finit autrement qu'il ne le dit",
            )
        };
        Err(unproven("BAD_RECORD", en, fr))
    }
}

fn seed_of(record: &wire::Record) -> Result<Seed, Refusal> {
    if record.seed.is_empty() {
        return Err(unproven(
            "NO_SEED",
            "it has no seed, and without it nobody can draw its chance again",
            "il n'a pas de graine, sans laquelle personne ne peut refaire ses tirages",
        ));
    }
    let bytes = record.seed[..]
        .try_into()
        .map_err(|_| unproven("BAD_RECORD", "its seed is damaged", "sa graine est abîmée"))?;
    Ok(Seed::new(bytes))
}

/// Why a record is not believed.
fn unproven(code: &'static str, en: &str, fr: &str) -> Refusal {
    let text = Text::made(|lang| {
        lang.pick(
            format!("The record can't be verified: {en}."),
            format!("L'enregistrement ne se vérifie pas : {fr}."),
        )
    });
    Refusal::new(RefusalKind::BadRecord, code, text)
}

/// What is wrong with a step; the deal is number 0.
fn at(number: usize, en: &str, fr: &str) -> Refusal {
    unproven(
        "BAD_RECORD",
        &format!("at step {number}, {en}"),
        &format!("à l'étape {number}, {fr}"),
    )
}

fn refused(refusal: &Refusal) -> Refusal {
    let [en, fr] = sentences(refusal);
    unproven("BAD_RECORD", en, fr)
}

fn refused_at(number: usize, refusal: &Refusal) -> Refusal {
    let [en, fr] = sentences(refusal);
    at(number, &format!("refused: {en}"), &format!("refus : {fr}"))
}

/// The sentences of a refusal, without the stops at their ends.
fn sentences(refusal: &Refusal) -> [&str; 2] {
    [&refusal.text.en, &refusal.text.fr].map(|text| text.trim_end_matches('.'))
}
