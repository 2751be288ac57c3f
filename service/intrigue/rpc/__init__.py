"""The wire: the only live that knows gRPC and protobuf."""
