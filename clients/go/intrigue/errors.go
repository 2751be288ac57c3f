package intrigue

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "intrigue/clients/go/gen/intrigue/v1"
)

// Domain is the domain of errors of the service itself. Those of a game's rules have "intrigue."
// and the id of the game.
const Domain = "intrigue"

// ErrAborted is returned by [Seat.Play] if the host ended the match: it has no outcome.
var ErrAborted = errors.New("intrigue: the match was aborted")

// An Error is what the service or the network answered instead of a result. Use [errors.As] to get
// it, and [HasReason] to ask for one reason.
type Error struct {
	// Code is the gRPC status.
	Code codes.Code
	// Reason is for programs, such as "STALE_REVISION"; empty if the network failed.
	Reason string
	// Domain says whose reason it is: [Domain], or that of a game's rules.
	Domain string
	// Clause is the clause of the rule sheet that forbids an action, such as "D-13".
	Clause string
	// Metadata has the values of the sentence.
	Metadata map[string]string
	// Message is the sentence for people, in the caller's language if the service sent one.
	Message string
	// Fields are the fields of the request that are wrong.
	Fields []FieldViolation
	// RetryAfter is how long the service asks to wait before another attempt.
	RetryAfter time.Duration

	retry  bool
	status *status.Status
}

// A FieldViolation says what is wrong with a field of a request.
type FieldViolation struct {
	// Field is the path of the field, such as "seats[1].policy".
	Field string
	// Description says what is wrong with it.
	Description string
}

// Error returns the reason, the clause and the sentence.
func (e *Error) Error() string {
	reason := e.Reason
	if reason == "" {
		reason = e.Code.String()
	}
	if e.Clause != "" {
		reason += " [" + e.Clause + "]"
	}
	return fmt.Sprintf("intrigue: %s: %s", reason, e.Message)
}

// GRPCStatus lets [status.FromError] see the status.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// IsRefusal says whether the rules of a game refused an action.
func (e *Error) IsRefusal() bool { return strings.HasPrefix(e.Domain, Domain+".") }

// Revision returns the present revision, where the service says it.
func (e *Error) Revision() (uint32, bool) {
	revision, err := strconv.ParseUint(e.Metadata["revision"], 10, 32)
	return uint32(revision), err == nil
}

// Retryable says whether the same call can succeed later.
func (e *Error) Retryable() bool {
	if e.retry || e.Code == codes.Unavailable || e.Code == codes.DeadlineExceeded {
		return true
	}
	return e.has(pb.ErrorReason_ERROR_REASON_TOO_SLOW) ||
		e.has(pb.ErrorReason_ERROR_REASON_CONTENDED) ||
		e.has(pb.ErrorReason_ERROR_REASON_CORE_FAULT)
}

func (e *Error) has(reason pb.ErrorReason) bool {
	return e.Domain == Domain && "ERROR_REASON_"+e.Reason == reason.String()
}

// HasReason says whether an error has this reason of the service.
func HasReason(err error, reason pb.ErrorReason) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.has(reason)
}

// newError takes an error of gRPC apart. Details of unknown types are ignored.
func newError(err error, trailer metadata.MD) *Error {
	described := status.Convert(err)
	e := &Error{Code: described.Code(), Message: described.Message(), status: described}
	for _, detail := range described.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			e.Reason, e.Domain, e.Metadata = detail.GetReason(), detail.GetDomain(), detail.GetMetadata()
			e.Clause = e.Metadata["clause"]
		case *errdetails.LocalizedMessage:
			e.Message = detail.GetMessage()
		case *errdetails.RetryInfo:
			e.noteRetry(detail.GetRetryDelay().AsDuration())
		case *errdetails.BadRequest:
			for _, violation := range detail.GetFieldViolations() {
				e.Fields = append(e.Fields, FieldViolation{violation.GetField(), violation.GetDescription()})
			}
		}
	}
	for _, pushback := range trailer.Get("grpc-retry-pushback-ms") {
		if milliseconds, err := strconv.ParseInt(pushback, 10, 32); err == nil && milliseconds >= 0 {
			e.noteRetry(time.Duration(milliseconds) * time.Millisecond)
		}
	}
	return e
}

func (e *Error) noteRetry(delay time.Duration) {
	e.retry = true
	e.RetryAfter = max(e.RetryAfter, delay)
}

// unavailable returns an error for a stream that the client itself found broken.
func unavailable(message string) *Error {
	return newError(status.Error(codes.Unavailable, message), nil)
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }
