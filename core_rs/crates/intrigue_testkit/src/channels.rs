use intrigue_core::{
    ActionSet, Codec, Game, Lang, Seat, SeatNames, SeatSet, Viewer, Wording, action_in,
};
use intrigue_wire::{Message, v1 as wire};

/// Everything through which a table is seen from outside. Properties about hidden things are checked
/// on these channels, so that a test can plant a leak in one of them and see it caught. Each gets
/// the whole truth; the honest ones hand it to the game, which decides.
#[expect(clippy::type_complexity, reason = "each type is said once and read in place")]
pub struct Channels<G: Game> {
    /// What a viewer may know.
    pub view: Box<dyn Fn(&G, Viewer) -> G::View>,
    /// What a viewer sees of an event; the table is the one after it.
    pub see: Box<dyn Fn(&G, &G::Event, Viewer) -> Option<G::Seen>>,
    /// The legal actions of a seat that owes a decision.
    pub legal: Box<dyn Fn(&G, Seat) -> G::Legal>,
    /// Why an action is refused.
    pub check: Box<dyn Fn(&G, Seat, G::Action) -> Result<(), G::RefusalReason>>,
    /// Who is said to owe a decision.
    pub asked: Box<dyn Fn(&G, Viewer) -> SeatSet>,
    /// The feature tensor.
    pub features: Box<dyn Fn(&G, Viewer) -> Vec<i8>>,
}

impl<G: Game> Default for Channels<G> {
    fn default() -> Self {
        Self {
            view: Box::new(G::view),
            see: Box::new(|_, event, viewer| G::see(event, viewer)),
            legal: Box::new(G::legal),
            check: Box::new(G::check),
            asked: Box::new(G::asked),
            features: Box::new(|state, viewer| {
                let size = G::ABOUT.planes.iter().map(|plane| plane.size).sum();
                let mut out = vec![0; size];
                G::features(&state.view(viewer), &mut out);
                out
            }),
        }
    }
}

impl<G: Game> Channels<G> {
    /// Honest but for views.
    pub fn with_view(view: impl Fn(&G, Viewer) -> G::View + 'static) -> Self {
        Self { view: Box::new(view), ..Self::default() }
    }

    /// Honest but for what is seen of events.
    pub fn with_see(see: impl Fn(&G, &G::Event, Viewer) -> Option<G::Seen> + 'static) -> Self {
        Self { see: Box::new(see), ..Self::default() }
    }

    /// Honest but for legal actions.
    pub fn with_legal(legal: impl Fn(&G, Seat) -> G::Legal + 'static) -> Self {
        Self { legal: Box::new(legal), ..Self::default() }
    }

    /// Honest but for refusals.
    pub fn with_check(
        check: impl Fn(&G, Seat, G::Action) -> Result<(), G::RefusalReason> + 'static,
    ) -> Self {
        Self { check: Box::new(check), ..Self::default() }
    }

    /// Honest but for who is said to owe a decision.
    pub fn with_asked(asked: impl Fn(&G, Viewer) -> SeatSet + 'static) -> Self {
        Self { asked: Box::new(asked), ..Self::default() }
    }

    /// Honest but for features.
    pub fn with_features(features: impl Fn(&G, Viewer) -> Vec<i8> + 'static) -> Self {
        Self { features: Box::new(features), ..Self::default() }
    }

    /// All that a viewer is shown of a table at rest, as bytes: view, who is asked, features, and
    /// for a seat that owes a decision its legal actions and every refusal.
    pub fn shown(&self, state: &G, viewer: Viewer) -> Vec<u8> {
        let view = (self.view)(state, viewer);
        let mut shown = view_bytes::<G>(&view);
        shown.extend(setup_bytes::<G>(&view));
        shown.extend(format!("{:?}", (self.asked)(state, viewer)).bytes());
        shown.extend((self.features)(state, viewer).iter().map(|value| value.cast_unsigned()));
        if let Some(seat) = viewer.seat().filter(|&seat| state.turn().seats().contains(seat)) {
            let legal = (self.legal)(state, seat);
            shown.extend(format!("{legal:?}").bytes());
            if G::ABOUT.contextual {
                for id in legal.iter() {
                    let action = action_in::<G>(&view, id, Wording::PLAIN);
                    shown.extend(action.encode_to_vec());
                }
            }
            for &action in G::ACTIONS {
                shown.extend(format!("{:?}", (self.check)(state, seat, action)).bytes());
            }
        }
        shown
    }

    /// All that a viewer is shown of events, as bytes.
    pub fn told(&self, state: &G, events: &[G::Event], viewer: Viewer) -> Vec<Vec<u8>> {
        let seen = events.iter().filter_map(|event| (self.see)(state, event, viewer));
        let view = G::ABOUT.contextual.then(|| (self.view)(state, viewer));
        seen.map(|seen| event_bytes::<G>(view.as_ref(), &seen)).collect()
    }
}

/// A view as it goes over the wire, with its engine state.
pub(crate) fn view_bytes<G: Codec>(view: &G::View) -> Vec<u8> {
    wire::View {
        game: Some(wire::GameView { kind: Some(G::view_to_wire(view)) }),
        engine_state: G::engine_state(view),
        ..wire::View::default()
    }
    .encode_to_vec()
}

/// The setup of a view's match as it goes over the wire.
pub(crate) fn setup_bytes<G: Codec>(view: &G::View) -> Vec<u8> {
    wire::GameSetup { kind: G::setup_to_wire(view) }.encode_to_vec()
}

/// Something seen as it goes over the wire, with its texts, which know the view as it stands.
fn event_bytes<G: Game>(view: Option<&G::View>, seen: &G::Seen) -> Vec<u8> {
    let mut bytes = wire::GameEvent { kind: G::seen_to_wire(seen) }.encode_to_vec();
    for lang in Lang::ALL {
        bytes.extend(event_text::<G>(view, seen, lang).bytes());
    }
    bytes
}

/// Something seen in a person's words; the view is that of a game whose texts know it.
pub(crate) fn event_text<G: Game>(view: Option<&G::View>, seen: &G::Seen, lang: Lang) -> String {
    let text = G::catalog().localizer(lang, SeatNames::NUMBERS);
    match view {
        Some(view) => G::describe_event(view, seen, &text),
        None => G::event_text(seen, &text),
    }
}
