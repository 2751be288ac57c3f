"""The wire: the only room that knows gRPC and protobuf."""
