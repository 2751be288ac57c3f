package intrigue_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	pb "intrigue/clients/go/gen/intrigue/v1"
	"intrigue/clients/go/intrigue"
)

// fastRetries keep tests short.
var fastRetries = intrigue.RetryPolicy{FirstPause: time.Millisecond, LongestPause: time.Millisecond}

// A scriptedServer plays a match in which seat 0 is asked once. The functions replace its answers.
type scriptedServer struct {
	pb.UnimplementedMatchServiceServer
	pb.UnimplementedCatalogServiceServer

	act  func(call int, request *pb.ActRequest) (*pb.ActResponse, error)
	view func() *pb.View
	join func(call int, request *pb.JoinMatchRequest) (*pb.JoinMatchResponse, error)

	mutex    sync.Mutex
	acts     []*pb.ActRequest
	joins    []*pb.JoinMatchRequest
	metadata metadata.MD
	acted    chan struct{}
	// overtaken has the server send another update with a prompt, as if another seat had acted.
	overtaken chan struct{}
}

// serve starts a server on a free port and returns its address.
func serve(server *scriptedServer, options ...grpc.ServerOption) (address string, stop func()) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server.acted = make(chan struct{}, 8)
	server.overtaken = make(chan struct{}, 8)
	grpcServer := grpc.NewServer(options...)
	pb.RegisterMatchServiceServer(grpcServer, server)
	pb.RegisterCatalogServiceServer(grpcServer, server)
	go grpcServer.Serve(listener)
	return listener.Addr().String(), grpcServer.Stop
}

// dial connects a client to a scripted server for the duration of a test.
func dial(t *testing.T, server *scriptedServer, options intrigue.Options) *intrigue.Client {
	t.Helper()
	address, stop := serve(server)
	t.Cleanup(stop)
	options.Plaintext = true
	client, err := intrigue.Dial(address, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func (s *scriptedServer) GetServerInfo(
	context.Context, *pb.GetServerInfoRequest,
) (*pb.GetServerInfoResponse, error) {
	limits := &pb.ServerLimits{HeartbeatInterval: durationpb.New(time.Minute)}
	return &pb.GetServerInfoResponse{Limits: limits}, nil
}

func (s *scriptedServer) JoinMatch(
	_ context.Context, request *pb.JoinMatchRequest,
) (*pb.JoinMatchResponse, error) {
	s.mutex.Lock()
	s.joins = append(s.joins, request)
	call := len(s.joins)
	s.mutex.Unlock()
	if s.join != nil {
		return s.join(call, request)
	}
	credential := &pb.SeatCredential{Seat: proto.Uint32(0), Token: "secret"}
	return &pb.JoinMatchResponse{Credential: credential}, nil
}

func (s *scriptedServer) GetView(
	ctx context.Context, _ *pb.GetViewRequest,
) (*pb.GetViewResponse, error) {
	s.mutex.Lock()
	s.metadata, _ = metadata.FromIncomingContext(ctx)
	s.mutex.Unlock()
	if s.view != nil {
		return &pb.GetViewResponse{View: s.view()}, nil
	}
	return &pb.GetViewResponse{View: &pb.View{Revision: 1}}, nil
}

func (s *scriptedServer) Act(_ context.Context, request *pb.ActRequest) (*pb.ActResponse, error) {
	s.mutex.Lock()
	s.acts = append(s.acts, request)
	call := len(s.acts)
	s.mutex.Unlock()
	if s.act != nil {
		if answer, err := s.act(call, request); answer != nil || err != nil {
			return answer, err
		}
	}
	s.acted <- struct{}{}
	return &pb.ActResponse{Update: &pb.Update{Revision: 2}}, nil
}

func (s *scriptedServer) Watch(
	request *pb.WatchRequest, stream grpc.ServerStreamingServer[pb.WatchResponse],
) error {
	prompt := &pb.Prompt{Actions: []*pb.GameAction{{Id: proto.Uint32(0), Notation: "take"}}}
	stream.Send(&pb.WatchResponse{Content: &pb.WatchResponse_Update{
		Update: &pb.Update{Revision: 1, Prompt: prompt},
	}})
	stream.Send(&pb.WatchResponse{Content: &pb.WatchResponse_CaughtUp{CaughtUp: &pb.CaughtUp{}}})
	last := uint32(1)
	for waiting := true; waiting; last++ {
		select {
		case <-s.acted:
			waiting = false
		case <-s.overtaken:
			stream.Send(&pb.WatchResponse{Content: &pb.WatchResponse_Update{
				Update: &pb.Update{Revision: last + 1, Prompt: prompt},
			}})
		case <-stream.Context().Done():
			return nil
		}
	}
	stream.Send(&pb.WatchResponse{Content: &pb.WatchResponse_Update{
		Update: &pb.Update{Revision: last, Outcome: &pb.Outcome{Ending: "points"}},
	}})
	return nil
}
