// Package intrigue is a client of the Intrigue game service.
//
// [Dial] connects to a server. A [Client] has every method of the service as the contract defines
// it, with three additions: calls that can be repeated safely are repeated with the same request id
// while the server can't be reached; errors are of type [*Error], with the reason, the rule clause
// and the sentence for people; and the context carries the caller's token ([WithToken]).
//
// A [Seat] plays: [Seat.Play] watches a match, resumes broken streams, asks a function for each
// decision, and returns the outcome.
//
//	client, err := intrigue.Dial("localhost:50051", intrigue.Options{Plaintext: true})
//	if err != nil {
//		log.Fatal(err)
//	}
//	defer client.Close()
//	joined, err := client.JoinMatch(ctx, &pb.JoinMatchRequest{MatchId: id, Name: "gopher"})
//	if err != nil {
//		log.Fatal(err)
//	}
//	seat := client.Seat(id, joined.GetCredential().GetToken())
//	outcome, err := seat.Play(ctx, func(view *pb.View, prompt *pb.Prompt) *pb.GameAction {
//		return prompt.GetActions()[0]
//	})
//
// The messages are in the package intrigue/clients/go/gen/intrigue/v1, called pb here.
package intrigue
