// Makes a request, encodes it, and reads it back: as bytes and as JSON.
import { create, equals, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";

import {
  type CreateMatchRequest,
  CreateMatchRequestSchema,
  MatchService,
} from "./generated/intrigue/v1/match_service_pb.js";

const request: CreateMatchRequest = create(CreateMatchRequestSchema, {
  game: "some_game",
  options: { variant: "short" },
  seats: [
    { occupant: { case: "own", value: { name: "first" } } },
    { occupant: { case: "policy", value: { policy: { name: "random" } } } },
  ],
});
const decoded = [
  fromBinary(CreateMatchRequestSchema, toBinary(CreateMatchRequestSchema, request)),
  fromJson(CreateMatchRequestSchema, toJson(CreateMatchRequestSchema, request)),
];
for (const message of decoded) {
  if (!equals(CreateMatchRequestSchema, request, message)) {
    throw new Error("the message that was read is another one");
  }
}
console.log(MatchService.method.createMatch.name, decoded[0]?.seats[0]?.occupant.case);
