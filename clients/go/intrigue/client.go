package intrigue

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "intrigue/clients/go/gen/intrigue/v1"
)

// maxAnswerBytes is the largest message that a client accepts. A setup or a record can be larger
// than the 4 MiB that gRPC accepts by default.
const maxAnswerBytes = 16 << 20

// Options say how to connect. The zero value connects with TLS and the roots of the system.
type Options struct {
	// TLS replaces the default settings of TLS.
	TLS *tls.Config
	// Plaintext connects without TLS.
	Plaintext bool
	// Language says which languages texts have, as in accept-language: "fr", or "en, fr". Empty:
	// all languages. Bots that read no texts save bytes with "zxx".
	Language string
	// PlayerNames has texts call seats by their names. Names are chosen by rivals, so clients for
	// people set it and bots don't.
	PlayerNames bool
	// Retry says how long failed calls are repeated; its zero fields have defaults.
	Retry RetryPolicy
	// Dial has further options for gRPC.
	Dial []grpc.DialOption
}

// A Client has the methods of all services. It is safe for concurrent use.
//
// A request without a request_id gets a random one, so that it can be repeated.
type Client struct {
	pb.MatchServiceClient
	pb.CatalogServiceClient
	pb.RecordServiceClient
	pb.SimulationServiceClient

	conn    *grpc.ClientConn
	options Options

	heartbeatMutex    sync.Mutex
	heartbeatKnown    bool
	heartbeatInterval time.Duration
}

// Dial prepares a connection to a server, such as "localhost:50051". The first call connects.
func Dial(address string, options Options) (*Client, error) {
	options.Retry = options.Retry.withDefaults()
	client := &Client{options: options}
	security := credentials.NewTLS(options.TLS)
	if options.Plaintext {
		security = insecure.NewCredentials()
	}
	dial := []grpc.DialOption{
		grpc.WithTransportCredentials(security),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswerBytes)),
		grpc.WithChainUnaryInterceptor(client.callUnary),
		grpc.WithChainStreamInterceptor(client.openStream),
	}
	conn, err := grpc.NewClient(address, append(dial, options.Dial...)...)
	if err != nil {
		return nil, err
	}
	client.conn = conn
	client.MatchServiceClient = pb.NewMatchServiceClient(conn)
	client.CatalogServiceClient = pb.NewCatalogServiceClient(conn)
	client.RecordServiceClient = pb.NewRecordServiceClient(conn)
	client.SimulationServiceClient = pb.NewSimulationServiceClient(conn)
	return client, nil
}

// Close ends the connection and all calls.
func (c *Client) Close() error { return c.conn.Close() }

// Seat returns a handle for one seat of a match; the token is that of JoinMatch or CreateMatch.
func (c *Client) Seat(matchID, token string) *Seat {
	return &Seat{client: c, matchID: matchID, token: token}
}

type tokenKey struct{}

// WithToken returns a context whose calls carry the token of a seat, a host, a spectator or an
// operator.
func WithToken(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, tokenKey{}, token)
}

// withMetadata adds what every call of the client carries.
func (c *Client) withMetadata(ctx context.Context) context.Context {
	var pairs []string
	if token, ok := ctx.Value(tokenKey{}).(string); ok && token != "" {
		pairs = append(pairs, "authorization", "Bearer "+token)
	}
	if c.options.Language != "" {
		pairs = append(pairs, "accept-language", c.options.Language)
	}
	if c.options.PlayerNames {
		pairs = append(pairs, "intrigue-player-names", "true")
	}
	return metadata.AppendToOutgoingContext(ctx, pairs...)
}

// callUnary makes a unary call, and repeats it while that is safe and can help.
func (c *Client) callUnary(
	ctx context.Context, method string, request, answer any,
	conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	ctx = c.withMetadata(ctx)
	request, repeatable := prepare(method, request)
	backoff := newBackoff(c.options.Retry)
	for {
		var trailer metadata.MD
		attempt, cancel := ctx, context.CancelFunc(func() {})
		if repeatable {
			attempt, cancel = context.WithTimeout(ctx, c.options.Retry.Attempt)
		}
		err := invoke(attempt, method, request, answer, conn,
			append(options[:len(options):len(options)], grpc.Trailer(&trailer))...)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		failure := newError(err, trailer)
		if !repeatable || !failure.Retryable() {
			return failure
		}
		if err := backoff.wait(ctx, failure); err != nil {
			return err
		}
	}
}

// prepare returns the request with a request_id, and whether it can be repeated: it has such an id,
// or the contract says that the method changes nothing.
func prepare(method string, request any) (any, bool) {
	message, ok := request.(proto.Message)
	if !ok {
		return request, false
	}
	field := message.ProtoReflect().Descriptor().Fields().ByName("request_id")
	if field == nil {
		return request, hasNoSideEffects(method)
	}
	if message.ProtoReflect().Get(field).String() == "" {
		message = proto.Clone(message)
		message.ProtoReflect().Set(field, protoreflect.ValueOfString(rand.Text()))
	}
	return message, true
}

// openStream opens a stream whose errors are of type *Error. It repeats nothing.
func (c *Client) openStream(
	ctx context.Context, description *grpc.StreamDesc, conn *grpc.ClientConn, method string,
	open grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	stream, err := open(c.withMetadata(ctx), description, conn, method, options...)
	if err != nil {
		return nil, newError(err, nil)
	}
	return errorStream{stream}, nil
}

// An errorStream returns errors of type *Error.
type errorStream struct{ grpc.ClientStream }

func (s errorStream) RecvMsg(message any) error {
	err := s.ClientStream.RecvMsg(message)
	if err == nil || isEnd(err) {
		return err
	}
	return newError(err, s.Trailer())
}

// heartbeat returns how often an idle stream gets a heartbeat; 0 means never.
func (c *Client) heartbeat(ctx context.Context) (time.Duration, error) {
	c.heartbeatMutex.Lock()
	defer c.heartbeatMutex.Unlock()
	if !c.heartbeatKnown {
		server, err := c.GetServerInfo(ctx, &pb.GetServerInfoRequest{})
		if err != nil {
			return 0, err
		}
		c.heartbeatKnown = true
		c.heartbeatInterval = server.GetLimits().GetHeartbeatInterval().AsDuration()
	}
	return c.heartbeatInterval, nil
}
