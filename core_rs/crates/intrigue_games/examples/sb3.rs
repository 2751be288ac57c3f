use intrigue_games::shadow_blades::ShadowBlades as G;
use intrigue_testkit::*;
use intrigue_core::*;
fn main() {
    let f = Faces::<G>::default();
    for seed in 0..60 { for o in ["seats=4 mode=alliances start=drafted","seats=3 conspiracy=random","seats=2 conspiracy=weapon_theft","seats=4 mode=alliances conspiracy=double"] {
        let s: Settings = o.split(' ').map(|x| { let (a,b)=x.split_once('=').unwrap(); (a.to_owned(), b.to_owned())}).collect();
        for viewer in Viewer::all(s["seats"].parse().unwrap()) {
            if let Err(b) = twin_worlds(&f, &s, viewer, seed) { println!("{o} {viewer:?} {b:?}"); }
        }
    }}
}
