use intrigue_games::shadow_blades::ShadowBlades as G;
use intrigue_testkit::*;
use intrigue_core::*;
fn main() {
    let what = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    action_table::<G>();
    words::<G>();
    let vs = variants::<G>();
    println!("{} variants", vs.len());
    let start = std::time::Instant::now();
    let mut decisions = 0; let mut matches = 0; let mut longest = 0;
    let mut tally = (0,0,0);
    for seed in 0..n {
        for v in &vs {
            let s = with_rest::<G>(v, seed);
            let r = std::panic::catch_unwind(|| match &what[..] {
                "inv" => keep_invariants::<G>(&s, seed),
                "laws" => keep_laws::<G>(&s, seed),
                _ => {
                    let seats = s["seats"].parse::<usize>().unwrap();
                    let f = Faces::<G>::default();
                    let mut sum = 0;
                    for viewer in Viewer::all(seats) { let t = twin_worlds(&f, &s, viewer, seed)?; sum += t.pairs + (t.different << 20) + (t.diverged << 40); }
                    Ok(sum)
                }
            });
            match r {
                Ok(Ok(d)) => { if what=="twins" { tally.0 += d & 0xfffff; tally.1 += d>>20 & 0xfffff; tally.2 += d >> 40; } decisions += d; matches += 1; longest = longest.max(d); }
                Ok(Err(b)) => { println!("{s:?} {b:?}"); return; }
                Err(_) => { println!("panic {s:?} {seed}"); return; }
            }
        }
    }
    println!("{matches} matches {decisions} decisions longest {longest} {:?} tally {tally:?}", start.elapsed());
}
