// Replaces the main.go of a program in Go: runs commands of the CLI for it with the Automation API, in which the engine
// needs no language host for Go.
//
// Usage: PROGRAM preview [--expect-no-changes] | up | config NAME VALUE | import NAME ID | destroy
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, verb string, args []string) error {
	deployed := program
	if verb == "import" {
		deployed = importing(args[0], args[1])
	}
	// The project is that of the Pulumi.yaml in this folder.
	stack, err := auto.UpsertStackInlineSource(ctx, "dev", "", deployed, auto.WorkDir("."))
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
	case "up", "import":
		_, err = stack.Up(ctx, optup.ProgressStreams(os.Stdout), optup.Color("never"))
	case "config":
		err = stack.SetConfig(ctx, args[0], auto.ConfigValue{Value: args[1]})
	case "destroy":
		_, err = stack.Destroy(ctx, optdestroy.ProgressStreams(os.Stdout))
	default:
		err = fmt.Errorf("unknown command: %s", verb)
	}
	return err
}

// importing is the program with a volume that exists already: `pulumi import` would need a language host.
func importing(name, id string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		_, err := cloud.NewVolume(ctx, name, &cloud.VolumeArgs{
			Name:         pulumi.String(name),
			Size:         pulumi.Int(50),
			Type:         pulumi.String("NVMe"),
			LocationCode: pulumi.String("FIN-01"),
		}, pulumi.Import(pulumi.ID(id)))
		if err != nil {
			return err
		}
		return program(ctx)
	}
}
