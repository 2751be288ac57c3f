package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "intrigue/clients/go/gen/intrigue/v1"
	"intrigue/clients/go/intrigue"
)

// answers counts what each single attempt of a call was answered, below the client's repetitions.
type answers struct {
	mutex sync.Mutex
	// granted are calls that succeeded, and streams that ended as they should.
	granted int
	// repeatable are failures that the contract says to repeat.
	repeatable int
	// stale are answers to prompts that another seat had closed.
	stale int
	// overtaken are actions that the rules refuse because of what another seat did meanwhile. The
	// client lets a match fail if nothing was done meanwhile.
	overtaken int
	// unexpected are all others, with how often they came.
	unexpected map[string]int
}

func newAnswers() *answers { return &answers{unexpected: map[string]int{}} }

// dialOptions has gRPC call the interceptors once per attempt, because they come after the client's.
func (a *answers) dialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithChainUnaryInterceptor(a.noteCall),
		grpc.WithChainStreamInterceptor(a.noteStream),
	}
}

func (a *answers) print() {
	fmt.Printf("answers %d granted, %d to repeat, %d stale, %d overtaken\n",
		a.granted, a.repeatable, a.stale, a.overtaken)
	for answer, count := range a.unexpected {
		fmt.Println("unexpected", count, answer)
	}
}

func (a *answers) noteCall(
	ctx context.Context, method string, request, answer any,
	conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	err := invoke(ctx, method, request, answer, conn, options...)
	a.note(method, err)
	if granted, ok := answer.(*pb.ActResponse); ok && err == nil {
		if keep, ok := ctx.Value(receiptsKey{}).(func(*pb.Receipt)); ok {
			keep(granted.GetReceipt())
		}
	}
	return err
}

func (a *answers) noteStream(
	ctx context.Context, description *grpc.StreamDesc, conn *grpc.ClientConn, method string,
	open grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	stream, err := open(ctx, description, conn, method, options...)
	if err != nil {
		a.note(method, err)
		return nil, err
	}
	return notedStream{stream, a, method}, nil
}

// A notedStream notes how a stream ends.
type notedStream struct {
	grpc.ClientStream
	answers *answers
	method  string
}

func (s notedStream) RecvMsg(message any) error {
	err := s.ClientStream.RecvMsg(message)
	if errors.Is(err, io.EOF) {
		s.answers.note(s.method, nil)
	} else if err != nil {
		s.answers.note(s.method, err)
	}
	return err
}

func (a *answers) note(method string, err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	failure := status.Convert(err)
	var reason, domain string
	hasDelay := false
	for _, detail := range failure.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			reason, domain = detail.GetReason(), detail.GetDomain()
		case *errdetails.RetryInfo:
			hasDelay = true
		}
	}
	switch {
	case err == nil:
		a.granted++
	// A deadline is the client's own: there was no answer in time.
	case failure.Code() == codes.Unavailable, failure.Code() == codes.DeadlineExceeded, hasDelay:
		a.repeatable++
	case path.Base(method) == "Act" && domain == intrigue.Domain && reason == "STALE_REVISION":
		a.stale++
	case path.Base(method) == "Act" && strings.HasPrefix(domain, intrigue.Domain+"."):
		a.overtaken++
	default:
		a.unexpected[fmt.Sprintf("%s: %s %s: %s", path.Base(method), failure.Code(), reason, failure.Message())]++
	}
}

type receiptsKey struct{}

// withReceipts returns a context whose calls of Act hand on their receipts.
func withReceipts(ctx context.Context, keep func(*pb.Receipt)) context.Context {
	return context.WithValue(ctx, receiptsKey{}, keep)
}
