#[test]
fn escorted_persons_are_refused() {
}
