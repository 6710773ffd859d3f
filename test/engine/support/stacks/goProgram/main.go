// Replaces the main.go of a program in Go: runs commands of the CLI for it with the Automation API, in which the engine
// needs no language host for Go.
//
// Usage: PROGRAM preview [--expect-no-changes] | up | config NAME VALUE | import TYPE NAME ID | destroy
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optimport"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, verb string, args []string) error {
	// The project is that of the Pulumi.yaml in this folder.
	stack, err := auto.UpsertStackInlineSource(ctx, "dev", "", program, auto.WorkDir("."))
	if err != nil {
		return err
	}
	switch verb {
	case "preview":
		opts := []optpreview.Option{optpreview.ProgressStreams(os.Stdout), optpreview.Color("never")}
		if slices.Contains(args, "--expect-no-changes") {
			opts = append(opts, optpreview.ExpectNoChanges())
		}
		_, err = stack.Preview(ctx, opts...)
	case "up":
		_, err = stack.Up(ctx, optup.ProgressStreams(os.Stdout), optup.Color("never"))
	case "config":
		err = stack.SetConfig(ctx, args[0], auto.ConfigValue{Value: args[1]})
	case "import":
		_, err = stack.ImportResources(ctx,
			optimport.Resources([]*optimport.ImportResource{{Type: args[0], Name: args[1], ID: args[2]}}),
			optimport.GenerateCode(false), optimport.Protect(false),
			optimport.ProgressStreams(os.Stdout))
	case "destroy":
		_, err = stack.Destroy(ctx, optdestroy.ProgressStreams(os.Stdout))
	default:
		err = fmt.Errorf("unknown command: %s", verb)
	}
	return err
}
