package intrigue_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	pb "intrigue/clients/go/gen/intrigue/v1"
	"intrigue/clients/go/intrigue"
)

func Example() {
	address, stop := serve(&scriptedServer{})
	defer stop()

	client, err := intrigue.Dial(address, intrigue.Options{Plaintext: true})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	ctx := context.Background()
	joined, err := client.JoinMatch(ctx, &pb.JoinMatchRequest{MatchId: "m", Name: "gopher"})
	if err != nil {
		log.Fatal(err)
	}
	seat := client.Seat("m", joined.GetCredential().GetToken())
	outcome, err := seat.Play(ctx, func(view *pb.View, prompt *pb.Prompt) *pb.GameAction {
		fmt.Println("asked for", prompt.GetActions()[0].GetNotation())
		return prompt.GetActions()[0]
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("ended by", outcome.GetEnding())
	// Output:
	// asked for take
	// ended by points
}

func ExampleHasReason() {
	address, stop := serve(&scriptedServer{
		join: func(int, *pb.JoinMatchRequest) (*pb.JoinMatchResponse, error) {
			return nil, fail(codes.FailedPrecondition, &errdetails.ErrorInfo{
				Domain: intrigue.Domain, Reason: "SEAT_NOT_OPEN",
			})
		},
	})
	defer stop()
	client, _ := intrigue.Dial(address, intrigue.Options{Plaintext: true})
	defer client.Close()

	_, err := client.JoinMatch(context.Background(), &pb.JoinMatchRequest{MatchId: "m"})
	fmt.Println(intrigue.HasReason(err, pb.ErrorReason_ERROR_REASON_SEAT_NOT_OPEN))
	// Output: true
}

func fail(code codes.Code, details ...protoadapt.MessageV1) error {
	described, err := status.New(code, "by script").WithDetails(details...)
	if err != nil {
		panic(err)
	}
	return described.Err()
}

func choose(_ *pb.View, prompt *pb.Prompt) *pb.GameAction { return prompt.GetActions()[0] }

func TestErrorHasAllDetails(t *testing.T) {
	server := &scriptedServer{act: func(int, *pb.ActRequest) (*pb.ActResponse, error) {
		return nil, fail(codes.FailedPrecondition,
			&errdetails.ErrorInfo{
				Domain: "intrigue.some_game", Reason: "HAND_EMPTY",
				Metadata: map[string]string{"clause": "X-1", "revision": "7"},
			},
			&errdetails.LocalizedMessage{Locale: "fr", Message: "La main est vide."},
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
				{Field: "action_id", Description: "wrong"},
			}},
		)
	}}
	_, err := dial(t, server, intrigue.Options{}).Seat("m", "secret").Play(t.Context(), choose)
	failure, ok := errors.AsType[*intrigue.Error](err)
	if !ok {
		t.Fatalf("error is %T", err)
	}
	if failure.Code != codes.FailedPrecondition || failure.Reason != "HAND_EMPTY" ||
		failure.Domain != "intrigue.some_game" || failure.Clause != "X-1" ||
		failure.Message != "La main est vide." || !failure.IsRefusal() || failure.Retryable() {
		t.Errorf("error is %+v", failure)
	}
	if len(failure.Fields) != 1 || failure.Fields[0].Field != "action_id" {
		t.Errorf("fields are %v", failure.Fields)
	}
	if revision, ok := failure.Revision(); !ok || revision != 7 {
		t.Errorf("revision is %d, %t", revision, ok)
	}
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("gRPC sees the status %v", status.Code(err))
	}
	if got := err.Error(); got != "intrigue: HAND_EMPTY [X-1]: La main est vide." {
		t.Errorf("text is %q", got)
	}
}

func TestActionThatAnotherSeatMadeIllegalIsDecidedAgain(t *testing.T) {
	server := &scriptedServer{view: func() *pb.View { return &pb.View{Revision: 2} }}
	server.act = func(call int, _ *pb.ActRequest) (*pb.ActResponse, error) {
		if call > 1 {
			return nil, nil
		}
		server.overtaken <- struct{}{}
		return nil, fail(codes.FailedPrecondition,
			&errdetails.ErrorInfo{Domain: "intrigue.some_game", Reason: "ALREADY_TAKEN"})
	}
	client := dial(t, server, intrigue.Options{Retry: fastRetries})
	if _, err := client.Seat("m", "secret").Play(t.Context(), choose); err != nil {
		t.Fatal(err)
	}
	if len(server.acts) != 2 {
		t.Fatalf("Act was called %d times", len(server.acts))
	}
	first, second := server.acts[0], server.acts[1]
	if first.GetExpectedRevision() != 1 || second.GetExpectedRevision() != 2 ||
		first.GetRequestId() == second.GetRequestId() {
		t.Errorf("acted %v, then %v", first, second)
	}
}

func TestActIsRepeatedWithTheSameRequestID(t *testing.T) {
	server := &scriptedServer{act: func(call int, _ *pb.ActRequest) (*pb.ActResponse, error) {
		if call < 3 {
			return nil, status.Error(codes.Unavailable, "lost")
		}
		return nil, nil
	}}
	client := dial(t, server, intrigue.Options{Retry: fastRetries})
	if _, err := client.Seat("m", "secret").Play(t.Context(), choose); err != nil {
		t.Fatal(err)
	}
	if len(server.acts) != 3 {
		t.Fatalf("Act was called %d times", len(server.acts))
	}
	for _, act := range server.acts {
		if act.GetRequestId() == "" || !proto.Equal(act, server.acts[0]) {
			t.Errorf("repeated %v as %v", server.acts[0], act)
		}
	}
}

func TestRequestIDOfTheCallerIsKept(t *testing.T) {
	server := &scriptedServer{}
	client := dial(t, server, intrigue.Options{})
	request := &pb.JoinMatchRequest{MatchId: "m"}
	for _, id := range []string{"", "an-id-of-the-caller"} {
		request.RequestId = id
		if _, err := client.JoinMatch(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		if request.GetRequestId() != id {
			t.Errorf("the caller's request has the id %q", request.GetRequestId())
		}
	}
	if len(server.joins[0].GetRequestId()) < 16 {
		t.Errorf("the client chose the id %q", server.joins[0].GetRequestId())
	}
	if server.joins[1].GetRequestId() != "an-id-of-the-caller" {
		t.Errorf("the client sent the id %q", server.joins[1].GetRequestId())
	}
}

func TestRetryDelayIsHonored(t *testing.T) {
	const delay = 200 * time.Millisecond
	server := &scriptedServer{join: func(call int, _ *pb.JoinMatchRequest) (*pb.JoinMatchResponse, error) {
		if call == 1 {
			return nil, fail(codes.ResourceExhausted,
				&errdetails.ErrorInfo{Domain: intrigue.Domain, Reason: "LIMIT_EXCEEDED"},
				&errdetails.RetryInfo{RetryDelay: durationpb.New(delay)})
		}
		return &pb.JoinMatchResponse{}, nil
	}}
	client := dial(t, server, intrigue.Options{Retry: fastRetries})
	start := time.Now()
	if _, err := client.JoinMatch(t.Context(), &pb.JoinMatchRequest{}); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(start); waited < delay {
		t.Errorf("waited %v", waited)
	}
}

func TestClientGivesUp(t *testing.T) {
	server := &scriptedServer{join: func(int, *pb.JoinMatchRequest) (*pb.JoinMatchResponse, error) {
		return nil, status.Error(codes.Unavailable, "down")
	}}
	client := dial(t, server, intrigue.Options{Retry: intrigue.NoRetries})
	if _, err := client.JoinMatch(t.Context(), &pb.JoinMatchRequest{}); status.Code(err) != codes.Unavailable {
		t.Errorf("error is %v", err)
	}
	if len(server.joins) != 1 {
		t.Errorf("JoinMatch was called %d times", len(server.joins))
	}
}

func TestCallsCarryMetadata(t *testing.T) {
	server := &scriptedServer{}
	client := dial(t, server, intrigue.Options{Language: "fr", PlayerNames: true})
	view, err := client.Seat("m", "secret").View(t.Context())
	if err != nil || view.GetRevision() != 1 {
		t.Fatal(view, err)
	}
	for key, value := range map[string]string{
		"authorization": "Bearer secret", "accept-language": "fr", "intrigue-player-names": "true",
	} {
		if got := server.metadata.Get(key); len(got) != 1 || got[0] != value {
			t.Errorf("%s is %q", key, got)
		}
	}
}

func TestContextEndsPlay(t *testing.T) {
	client := dial(t, &scriptedServer{}, intrigue.Options{})
	reason := errors.New("the bot is switched off")
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := client.Seat("m", "secret").Play(ctx, func(*pb.View, *pb.Prompt) *pb.GameAction {
		cancel(reason)
		return &pb.GameAction{Id: proto.Uint32(0)}
	})
	if !errors.Is(err, reason) {
		t.Errorf("error is %v", err)
	}
}

func TestDecideMustReturnAnAction(t *testing.T) {
	client := dial(t, &scriptedServer{}, intrigue.Options{})
	_, err := client.Seat("m", "secret").Play(t.Context(), func(*pb.View, *pb.Prompt) *pb.GameAction {
		return nil
	})
	if err == nil {
		t.Error("Play accepted no action")
	}
}

func TestTLS(t *testing.T) {
	// It has a certificate for 127.0.0.1, and a client that trusts it.
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	certificate := credentials.NewServerTLSFromCert(&web.TLS.Certificates[0])
	address, stop := serve(&scriptedServer{}, grpc.Creds(certificate))
	defer stop()
	roots := web.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	client, err := intrigue.Dial(address, intrigue.Options{TLS: &tls.Config{RootCAs: roots}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.GetServerInfo(t.Context(), &pb.GetServerInfoRequest{}); err != nil {
		t.Error(err)
	}
}

func TestTLSIsTheDefault(t *testing.T) {
	address, stop := serve(&scriptedServer{})
	defer stop()
	client, err := intrigue.Dial(address, intrigue.Options{Retry: intrigue.NoRetries})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.GetServerInfo(t.Context(), &pb.GetServerInfoRequest{}); err == nil {
		t.Error("a plaintext server was accepted")
	}
}
