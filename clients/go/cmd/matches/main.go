// Command matches plays many matches, every seat of them, with random legal actions:
//
//	matches -address localhost:50051 -matches 24 -at-once 8
//
// The games of the server take turns. For each match it prints when it is created, and whether it
// finished or failed, with its number, its id and its game; then a summary. A finished match has a record that
// VerifyRecord confirms, with the receipt of every action that the server has accepted. Whatever
// happens to the server meanwhile is left to the client. The exit status is 1 if a match failed, or
// if a call got an answer that the contract does not let a correct client get.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	pb "intrigue/clients/go/gen/intrigue/v1"
	"intrigue/clients/go/intrigue"
)

func main() {
	address := flag.String("address", "localhost:50051", "host and port of the server")
	matches := flag.Int("matches", 24, "how many matches to play")
	atOnce := flag.Int("at-once", 8, "how many of them at the same time")
	seed := flag.Uint64("seed", 1, "the seed of the choices")
	giveUpAfter := flag.Duration("give-up-after", 2*time.Minute, "how long an outage may last")
	flag.Parse()

	answers := newAnswers()
	client, err := intrigue.Dial(*address, intrigue.Options{
		Plaintext: true,
		Language:  "zxx",
		Retry:     intrigue.RetryPolicy{GiveUpAfter: *giveUpAfter},
		Dial:      answers.dialOptions(),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer client.Close()

	start := time.Now()
	finished, err := playAll(client, *matches, *atOnce, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	answers.print()
	fmt.Printf("summary %d of %d matches finished in %.1f s\n", finished, *matches, time.Since(start).Seconds())
	if finished != *matches || len(answers.unexpected) > 0 {
		os.Exit(1)
	}
}

// playAll plays matches, some at a time, and returns how many finished.
func playAll(client *intrigue.Client, matches, atOnce int, seed uint64) (int, error) {
	catalog, err := client.ListGames(context.Background(), &pb.ListGamesRequest{})
	if err != nil {
		return 0, err
	}
	games := catalog.GetGames()
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for number := range matches {
			numbers <- number
		}
	}()
	var group sync.WaitGroup
	var mutex sync.Mutex
	finished := 0
	for range atOnce {
		group.Go(func() {
			for number := range numbers {
				m := &match{client: client, game: games[number%len(games)].GetId(), number: number, seed: seed}
				err := m.run(context.Background())
				mutex.Lock()
				if err == nil {
					finished++
					fmt.Println("finished", number, m.id, m.game, m.outcome.GetEnding(), len(m.receipts), "actions")
				} else {
					fmt.Println("failed", number, m.id, m.game, err)
				}
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	return finished, nil
}

// A match is one that this program creates, plays and verifies.
type match struct {
	client *intrigue.Client
	number int
	game   string
	seed   uint64

	id         string
	commitment []byte
	outcome    *pb.Outcome

	mutex    sync.Mutex
	receipts []*pb.NotedReceipt
}

func (m *match) run(ctx context.Context) error {
	own := &pb.SeatRequest{Occupant: &pb.SeatRequest_Own{Own: &pb.OwnSeat{Name: "gopher"}}}
	created, err := m.client.CreateMatch(ctx, &pb.CreateMatchRequest{
		Game: m.game, Seats: []*pb.SeatRequest{own, own},
	})
	if err != nil {
		return fmt.Errorf("CreateMatch: %w", err)
	}
	m.id, m.commitment = created.GetMatch().GetId(), created.GetMatch().GetCommitment()
	fmt.Println("created", m.number, m.id, m.game)
	credentials := created.GetCredentials()
	outcomes := make([]*pb.Outcome, len(credentials))
	failures := make([]error, len(credentials))
	// A seat that fails would leave the others waiting.
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	for place, credential := range credentials {
		group.Go(func() {
			if outcomes[place], failures[place] = m.play(playing, credential); failures[place] != nil {
				cancel()
			}
		})
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	m.outcome = outcomes[0]
	for _, outcome := range outcomes {
		if !proto.Equal(outcome, m.outcome) {
			return fmt.Errorf("the seats saw different outcomes: %v and %v", m.outcome, outcome)
		}
	}
	return m.verify(ctx)
}

// play plays one seat. Its choices follow from the seed, the match and the seat.
func (m *match) play(ctx context.Context, credential *pb.SeatCredential) (*pb.Outcome, error) {
	number := credential.GetSeat()
	choices := rand.New(rand.NewPCG(m.seed, uint64(m.number)<<32|uint64(number)))
	ctx = withReceipts(ctx, func(receipt *pb.Receipt) {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.receipts = append(m.receipts, &pb.NotedReceipt{Seat: proto.Uint32(number), Receipt: receipt})
	})
	seat := m.client.Seat(m.id, credential.GetToken())
	outcome, err := seat.Play(ctx, func(_ *pb.View, prompt *pb.Prompt) *pb.GameAction {
		return prompt.GetActions()[choices.IntN(len(prompt.GetActions()))]
	})
	if err != nil {
		return nil, fmt.Errorf("seat %d: %w", number, err)
	}
	return outcome, nil
}

// verify has the server check the record, with everything that it told this program during the match.
func (m *match) verify(ctx context.Context) error {
	record := &pb.MatchRecord{}
	request := &pb.GetRecordRequest{MatchId: m.id}
	for {
		page, err := m.client.GetRecord(ctx, request)
		if err != nil {
			return fmt.Errorf("GetRecord: %w", err)
		}
		proto.Merge(record, page.GetRecord())
		if page.GetNextPageToken() == "" {
			break
		}
		request.PageToken = page.GetNextPageToken()
	}
	verdict, err := m.client.VerifyRecord(ctx, &pb.VerifyRecordRequest{
		Record: record, Commitment: m.commitment, Receipts: m.receipts,
	})
	if err != nil {
		return fmt.Errorf("VerifyRecord: %w", err)
	}
	if !verdict.GetHolds() {
		return fmt.Errorf("the record does not hold: %v", verdict.GetChecks())
	}
	return nil
}
