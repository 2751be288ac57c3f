//! The texts of policies, which are in the core's catalog.

use intrigue_core::{Lang, core_catalog};
use intrigue_search::{POLICIES, list_policies};

#[test]
fn every_policy_and_parameter_is_described_in_every_language() {
    let described: Vec<String> = POLICIES
        .iter()
        .flat_map(|spec| {
            let parameters = spec.parameters.iter();
            let parameters = parameters.map(|known| format!("policy-{}.{}", spec.name, known.name));
            parameters.chain([format!("policy-{}", spec.name)])
        })
        .collect();
    for lang in Lang::ALL {
        let messages = core_catalog().messages(lang);
        let policies = messages.keys().filter(|id| id.starts_with("policy-"));
        assert_eq!(policies.count(), described.len(), "{}", lang.code());
        for id in &described {
            assert!(messages.contains_key(id.as_str()), "{}: {id}", lang.code());
        }
    }
    let listed = list_policies().policies;
    let greedy = listed.iter().find(|policy| policy.name == "greedy");
    let worlds = greedy.unwrap().parameters[0].summary.as_ref().unwrap();
    assert_eq!(worlds.en, "Worlds in which every action is tried.");
    assert_eq!(worlds.fr, "Mondes dans lesquels chaque action est essayée.");
}
