// Writes the SDKs of the native plugin for Node.js, Python and Go, with the generators of Pulumi.
//
// Usage: go run . SCHEMA TARGET
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-cloud-compute"

func main() {
	if len(os.Args) != 3 {
		fail(errors.New("two arguments are needed: the schema and the target folder"))
	}
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func generate(schemaFile, target string) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	pkg, err := schema.ImportSpec(spec, nil, schema.NewCachedLoader(nil), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	generators := map[string]func() (map[string][]byte, error){
		"nodejs": func() (map[string][]byte, error) {
			return nodejs.GeneratePackage(tool, pkg, nil, nil, false, nil)
		},
		"python": func() (map[string][]byte, error) {
			return python.GeneratePackage(tool, pkg, nil, nil)
		},
		"go": func() (map[string][]byte, error) {
			return gogen.GeneratePackage(tool, pkg, nil)
		},
	}
	for language, generator := range generators {
		files, err := generator()
		if err != nil {
			return fmt.Errorf("the SDK for %s: %w", language, err)
		}
		if err := write(filepath.Join(target, language), files); err != nil {
			return err
		}
	}
	return nil
}

func write(folder string, files map[string][]byte) error {
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
