//! The catalog knows its games, and no others.

use intrigue_core::{RefusalKind, Seed, Settings};
use intrigue_games::catalog;

#[test]
fn every_game_can_be_dealt_and_its_record_verifies() {
    for id in catalog::IDS {
        let dealt = catalog::new_match(id, &Settings::new(), &Seed::from_number(1), &[])
            .unwrap_or_else(|refusal| panic!("{id}: {refusal:?}"));
        let record = dealt.record(true);
        assert_eq!(record.game, *id);
        assert!(catalog::replay(&record, usize::MAX).is_ok());
    }
}

#[test]
fn a_record_of_an_unknown_game_is_refused() {
    let id = catalog::IDS[0];
    let dealt = catalog::new_match(id, &Settings::new(), &Seed::from_number(1), &[]);
    let mut record = dealt.expect("a game can be dealt").record(true);
    record.game.push('x');
    let refusal = catalog::verify(&record).err().expect("there is no such game");
    assert_eq!(refusal.kind, RefusalKind::UnknownGame);
}

/// They are part of every build, of the server as of the library.
#[test]
fn networks_are_small() {
    let size =
        |id: &&str| catalog::about(id).unwrap().networks.iter().map(|n| n.len()).sum::<usize>();
    let sum: usize = catalog::IDS.iter().map(size).sum();
    println!("networks: {sum} bytes");
    assert!(sum < 250_000, "{sum} bytes");
}
