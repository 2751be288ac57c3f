// Command randombot takes an open seat of a match and plays it with random actions:
//
//	randombot -address localhost:50051 -match ID
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"

	pb "intrigue/clients/go/gen/intrigue/v1"
	"intrigue/clients/go/intrigue"
)

func main() {
	address := flag.String("address", "localhost:50051", "host and port of the server")
	match := flag.String("match", "", "the id of the match")
	tls := flag.Bool("tls", false, "connect with TLS")
	flag.Parse()

	client, err := intrigue.Dial(*address, intrigue.Options{Plaintext: !*tls, Language: "zxx"})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	ctx := context.Background()
	joined, err := client.JoinMatch(ctx, &pb.JoinMatchRequest{MatchId: *match, Name: "randombot"})
	if err != nil {
		log.Fatal(err)
	}
	number := joined.GetCredential().GetSeat()
	fmt.Println("seat", number)

	seat := client.Seat(*match, joined.GetCredential().GetToken())
	outcome, err := seat.Play(ctx, func(_ *pb.View, prompt *pb.Prompt) *pb.GameAction {
		actions := prompt.GetActions()
		return actions[rand.IntN(len(actions))]
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d of 840\n", outcome.GetEnding(), outcome.GetSeats()[number].GetPayoff())
}
