package intrigue

import (
	"context"
	"errors"
	"iter"
	"time"

	"google.golang.org/protobuf/proto"

	pb "intrigue/clients/go/gen/intrigue/v1"
)

// heartbeatsMissed is how many heartbeats may be missing before a stream is taken for dead.
const heartbeatsMissed = 3

// A Seat plays and watches one seat of a match. It is safe for concurrent use.
type Seat struct {
	client  *Client
	matchID string
	token   string
}

// MatchID returns the id of the match.
func (s *Seat) MatchID() string { return s.matchID }

// Context returns a context whose calls carry the seat's token, for methods of [Client] that have no
// shorter form here.
func (s *Seat) Context(ctx context.Context) context.Context { return WithToken(ctx, s.token) }

// View returns what the seat sees now.
func (s *Seat) View(ctx context.Context) (*pb.View, error) {
	answer, err := s.client.GetView(s.Context(ctx), &pb.GetViewRequest{MatchId: s.matchID})
	return answer.GetView(), err
}

// Act answers the prompt of a revision. If the answer of the service is lost, the same request is
// sent again; it never takes effect twice.
func (s *Seat) Act(ctx context.Context, action *pb.GameAction, revision uint32) (*pb.ActResponse, error) {
	return s.client.Act(s.Context(ctx), &pb.ActRequest{
		MatchId:          s.matchID,
		Action:           &pb.ActRequest_ActionId{ActionId: action.GetId()},
		ExpectedRevision: proto.Uint32(revision),
	})
}

// Resign gives up.
func (s *Seat) Resign(ctx context.Context) (*pb.ResignResponse, error) {
	return s.client.Resign(s.Context(ctx), &pb.ResignRequest{MatchId: s.matchID})
}

// Play plays the seat to the end of the match and returns the outcome. It asks decide for every
// prompt, with the view that it belongs to; decide returns one of the prompt's actions. A prompt that
// is closed before its answer arrives is skipped. An action that became illegal because another seat
// was faster is not taken, and decide is asked again with the next update.
//
// Play can be called in the middle of a match: prompts that are answered already are skipped. It
// returns [ErrAborted] for a match that its host ended, and an error of type [*Error] if the service
// refuses an action or can't be reached.
func (s *Seat) Play(
	ctx context.Context, decide func(view *pb.View, prompt *pb.Prompt) *pb.GameAction,
) (*pb.Outcome, error) {
	var latest *pb.Update
	// Prompts with this revision or a lower one are answered or closed.
	var settled uint32
	caughtUp := false
	for message, err := range s.watch(ctx, 0, func() { caughtUp = false }) {
		if err != nil {
			return nil, err
		}
		switch content := message.GetContent().(type) {
		case *pb.WatchResponse_Update:
			latest = content.Update
			if latest.GetOutcome() != nil {
				return latest.GetOutcome(), nil
			}
		case *pb.WatchResponse_CaughtUp:
			caughtUp = true
		default:
			continue
		}
		if caughtUp && latest.GetPrompt() != nil && latest.GetRevision() > settled {
			if settled, err = s.answer(ctx, latest, decide); err != nil {
				return nil, err
			}
		}
	}
	return nil, ErrAborted
}

// answer answers the prompt of an update, and returns up to which revision prompts are settled.
func (s *Seat) answer(
	ctx context.Context, update *pb.Update, decide func(*pb.View, *pb.Prompt) *pb.GameAction,
) (uint32, error) {
	action := decide(update.GetView(), update.GetPrompt())
	if action == nil {
		return 0, errors.New("intrigue: decide returned no action")
	}
	answer, err := s.Act(ctx, action, update.GetRevision())
	if HasReason(err, pb.ErrorReason_ERROR_REASON_STALE_REVISION) || s.wasOvertaken(ctx, err, update) {
		return update.GetRevision(), nil
	}
	if err != nil {
		return 0, err
	}
	// The update that the action led to may have the next prompt; those before it are answered.
	return max(update.GetRevision()+1, answer.GetUpdate().GetRevision()) - 1, nil
}

// wasOvertaken says whether the rules refused an answer to an update that is not the newest any more.
// Where seats act at any time, the action of another seat can make an offered action illegal and
// leave the prompt open. The update that offers others is on its way.
func (s *Seat) wasOvertaken(ctx context.Context, err error, update *pb.Update) bool {
	failure, ok := errors.AsType[*Error](err)
	if !ok || !failure.IsRefusal() {
		return false
	}
	view, err := s.View(ctx)
	return err == nil && view.GetRevision() > update.GetRevision()
}

// Watch returns the messages of the seat's stream after a revision, to the end of the match; 0 means
// from the beginning. A stream that breaks or falls silent is resumed after its last update, so that
// no update is lost and none comes twice. After an error the sequence ends.
func (s *Seat) Watch(ctx context.Context, after uint32) iter.Seq2[*pb.WatchResponse, error] {
	return s.watch(ctx, after, func() {})
}

// watch is Watch; it calls opened before each stream that it opens.
func (s *Seat) watch(
	ctx context.Context, after uint32, opened func(),
) iter.Seq2[*pb.WatchResponse, error] {
	return func(yield func(*pb.WatchResponse, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		heartbeat, err := s.client.heartbeat(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		reader := streamReader{seat: s, after: after, silence: heartbeatsMissed * heartbeat}
		backoff := newBackoff(s.client.options.Retry)
		for {
			opened()
			failure := reader.read(ctx, func(message *pb.WatchResponse) bool {
				backoff.reset()
				return yield(message, nil)
			})
			if failure == nil {
				return
			}
			if failure.Retryable() || ctx.Err() != nil {
				if err = backoff.wait(ctx, failure); err == nil {
					continue
				}
			} else {
				err = failure
			}
			yield(nil, err)
			return
		}
	}
}

// A streamReader reads the streams of one seat, one after the other.
type streamReader struct {
	seat    *Seat
	after   uint32
	silence time.Duration
	over    bool
}

// read opens a stream and hands on its messages. It returns nil after the end of the match, or if
// yield returns false.
func (r *streamReader) read(ctx context.Context, yield func(*pb.WatchResponse) bool) *Error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := unavailable("the stream fell silent")
	stream, err := r.seat.client.MatchServiceClient.Watch(r.seat.Context(ctx), &pb.WatchRequest{
		MatchId: r.seat.matchID, AfterRevision: r.after, IncludeView: true,
	})
	for err == nil {
		var message *pb.WatchResponse
		// The time that the caller takes for a message is not the silence of the server.
		stop := func() bool { return true }
		if r.silence > 0 {
			stop = time.AfterFunc(r.silence, func() { cancel(silent) }).Stop
		}
		if message, err = stream.Recv(); err == nil && stop() {
			r.note(message)
			if !yield(message) {
				return nil
			}
		}
		stop()
	}
	switch {
	case isEnd(err) && r.over:
		return nil
	case isEnd(err):
		return unavailable("the stream ended before the match")
	case context.Cause(ctx) == silent:
		return silent
	}
	failure, ok := errors.AsType[*Error](err)
	if !ok {
		failure = newError(err, nil)
	}
	return failure
}

// note keeps what is needed to resume, and to know the end of the match.
func (r *streamReader) note(message *pb.WatchResponse) {
	switch content := message.GetContent().(type) {
	case *pb.WatchResponse_Update:
		r.after = content.Update.GetRevision()
		r.over = r.over || content.Update.GetOutcome() != nil
	case *pb.WatchResponse_Match:
		status := content.Match.GetStatus()
		r.over = r.over || status == pb.MatchStatus_MATCH_STATUS_FINISHED ||
			status == pb.MatchStatus_MATCH_STATUS_ABORTED
	}
}
