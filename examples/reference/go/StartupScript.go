package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		setup, err := cloud.NewStartupScript(ctx, "setup", &cloud.StartupScriptArgs{
			Script: pulumi.String("#!/bin/bash\napt-get update && apt-get install -y tmux\n"),
		})
		if err != nil {
			return err
		}
		ctx.Export("scriptId", setup.ID())
		return nil
	})
}
