package intrigue

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	pb "intrigue/clients/go/gen/intrigue/v1"
)

// A RetryPolicy says how long failed calls are repeated. Fields that are zero have defaults.
type RetryPolicy struct {
	// GiveUpAfter is how long an outage may last; the default is two minutes. The context of a call
	// can end it earlier.
	GiveUpAfter time.Duration
	// Attempt is how long one attempt of a unary call may take; the default is 30 seconds.
	Attempt time.Duration
	// FirstPause comes after the first failure, and doubles with each further one up to
	// LongestPause; the defaults are 50 milliseconds and 5 seconds. Pauses are shortened at random
	// by up to a half, so that clients don't come back all at once. A delay that the server asks
	// for is added.
	FirstPause, LongestPause time.Duration
}

// NoRetries makes every call once.
var NoRetries = RetryPolicy{GiveUpAfter: time.Nanosecond}

func (p RetryPolicy) withDefaults() RetryPolicy {
	for field, value := range map[*time.Duration]time.Duration{
		&p.GiveUpAfter:  2 * time.Minute,
		&p.Attempt:      30 * time.Second,
		&p.FirstPause:   50 * time.Millisecond,
		&p.LongestPause: 5 * time.Second,
	} {
		if *field <= 0 {
			*field = value
		}
	}
	return p
}

// A backoff counts the failures since the last success, and waits before the next attempt.
type backoff struct {
	policy RetryPolicy
	pause  time.Duration
	since  time.Time
}

func newBackoff(policy RetryPolicy) *backoff { return &backoff{policy: policy} }

func (b *backoff) reset() { b.pause, b.since = 0, time.Time{} }

// wait pauses after a failure. It returns the failure if the policy allows no further attempt, and
// the error of the context if that ends first.
func (b *backoff) wait(ctx context.Context, failure *Error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	now := time.Now()
	if b.since.IsZero() {
		b.since = now
	}
	b.pause = min(max(2*b.pause, b.policy.FirstPause), b.policy.LongestPause)
	pause := failure.RetryAfter + b.pause/2 + rand.N(b.pause/2+1)
	if now.Add(pause).Sub(b.since) > b.policy.GiveUpAfter {
		return failure
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// hasNoSideEffects says whether the contract lets a method be called again at any time.
func hasNoSideEffects(method string) bool {
	service, name, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	for _, file := range []protoreflect.FileDescriptor{
		pb.File_intrigue_v1_match_service_proto,
		pb.File_intrigue_v1_catalog_service_proto,
		pb.File_intrigue_v1_record_service_proto,
		pb.File_intrigue_v1_simulation_service_proto,
	} {
		found := file.Services().ByName(protoreflect.FullName(service).Name())
		if found == nil || string(found.FullName()) != service {
			continue
		}
		described := found.Methods().ByName(protoreflect.Name(name))
		if described == nil {
			return false
		}
		options, ok := described.Options().(*descriptorpb.MethodOptions)
		return ok && options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
	}
	return false
}
