// Command conformance plays one seat for the conformance kit (clients/conformance).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

	pb "intrigue/clients/go/gen/intrigue/v1"
	"intrigue/clients/go/intrigue"
)

func main() {
	if err := play(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		report(err)
		os.Exit(1)
	}
}

func play() error {
	client, err := intrigue.Dial(os.Getenv("INTRIGUE_ADDRESS"), intrigue.Options{
		Plaintext: true, Language: os.Getenv("INTRIGUE_LANGUAGE"),
	})
	if err != nil {
		return err
	}
	defer client.Close()
	seat := client.Seat(os.Getenv("INTRIGUE_MATCH_ID"), os.Getenv("INTRIGUE_TOKEN"))
	_, err = seat.Play(context.Background(), func(_ *pb.View, prompt *pb.Prompt) *pb.GameAction {
		return prompt.GetActions()[0]
	})
	return err
}

// report prints an error of the service as the kit expects it.
func report(err error) {
	failure, ok := errors.AsType[*intrigue.Error](err)
	if !ok {
		return
	}
	fields := []string{}
	for _, violation := range failure.Fields {
		fields = append(fields, violation.Field)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"status":  statusName(failure.Code.String()),
		"domain":  failure.Domain,
		"reason":  failure.Reason,
		"clause":  failure.Clause,
		"message": failure.Message,
		"fields":  fields,
	})
}

// statusName turns "FailedPrecondition" into "FAILED_PRECONDITION".
func statusName(code string) string {
	var name strings.Builder
	for place, letter := range code {
		if place > 0 && unicode.IsUpper(letter) {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToUpper(letter))
	}
	return name.String()
}
