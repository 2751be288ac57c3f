use intrigue_games::shadow_blades::ShadowBlades as G;
use intrigue_testkit::*;
use intrigue_core::*;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let vs = variants::<G>();
    let (mut views, mut time) = (0u64, std::time::Duration::ZERO);
    let mut worst = std::time::Duration::ZERO; let mut by: std::collections::BTreeMap<String,(u64,f64,f64,u64)> = Default::default();
    for seed in 0..n { for v in &vs {
        let s = with_rest::<G>(v, seed);
        let full = settle(G::ABOUT.options, &s).unwrap();
        let mut state = G::new(&Match::<G>::options_of(&full).unwrap());
        let seats = s["seats"].parse::<usize>().unwrap();
        let mut rng = Rng::new(&Seed::from_number(seed), 0);
        let mut k = 0;
        loop {
            settle_chance(&mut state, &mut rng, &mut Silence);
            for viewer in Viewer::all(seats) {
                let view = state.view(viewer);
                let t = std::time::Instant::now();
                let w = G::redeal(&view, &mut rng);
                let e = t.elapsed(); time += e; views += 1; { let x = by.entry(format!("{} {} {}", s["seats"], s["mode"], if viewer.seat().is_some() {"seat"} else {"spect"})).or_default(); x.0 += 1; x.1 += e.as_secs_f64()*1e6; x.2 = x.2.max(e.as_secs_f64()*1e6); x.3 += (e.as_millis() > 2) as u64; } worst = worst.max(e);
                match w {
                    None => { println!("none: {s:?} seed {seed} step {k} {viewer:?}\n{view:#?}"); return; }
                    Some(w) => {
                        if let Some(f) = w.fault() { println!("fault {f} {s:?} {seed} {k} {viewer:?}"); return; }
                        let back = w.view(viewer);
                        if back != view { println!("differs: {s:?} seed {seed} step {k} {viewer:?}");
                            let (a,b) = (format!("{view:#?}"), format!("{back:#?}"));
                            for (x,y) in a.lines().zip(b.lines()) { if x != y { println!("{x}   |||   {y}"); } }
                            return; }
                    }
                }
            }
            let Turn::Seats(asked) = state.turn() else { break };
            let seat = asked.lowest().unwrap();
            let id = state.legal(seat).pick(&mut rng);
            state.play(seat, G::ACTIONS[id.0 as usize], &mut Silence);
            k += 1;
        }
    }}
    for (k,x) in &by { println!("{k}: {} views, {:.1} us, max {:.0} us, {} over 2 ms", x.0, x.1/x.0 as f64, x.2, x.3); }
    println!("{views} views ok, {:?} each, worst {worst:?}", time / views as u32);
}
