use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does all jobs on as many threads as the machine has cores, and gives what came of them, in the
/// order of the jobs. If one panics, so does this, once the others are done.
pub fn run_parallel<J: Sync, T: Send>(jobs: &[J], work: impl Fn(&J) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(place) else {
                return done;
            };
            done.push((place, work(job)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let done = workers.into_iter().map(thread::ScopedJoinHandle::join);
        done.flat_map(|done| done.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_and_in_order() {
        let jobs: Vec<u32> = (0..1000).collect();
        let squares = run_parallel(&jobs, |job| job * job);
        assert!(squares.iter().zip(&jobs).all(|(square, job)| *square == job * job));
        assert_eq!(squares.len(), jobs.len());
    }

    #[test]
    #[should_panic(expected = "job 7")]
    fn a_job_that_panics_is_not_lost() {
        run_parallel(&[1, 7, 3], |&job| assert!(job != 7, "job {job}"));
    }
}
