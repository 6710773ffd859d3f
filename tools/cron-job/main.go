// Decodes a file strictly into a CronJob of Kubernetes: an unknown or misplaced field is an error.
package main

import (
	"errors"
	"fmt"
	"os"

	batch "k8s.io/api/batch/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

func main() {
	if err := decode(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func decode(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	object, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return err
	}
	var job batch.CronJob
	// As the API server decodes it: unlike encoding/json, it heeds capital letters.
	problems, err := json.UnmarshalStrict(object, &job)
	return errors.Join(append(problems, err)...)
}
