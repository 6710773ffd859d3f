package main

import (
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		text, err := os.ReadFile("id_ed25519.pub")
		if err != nil {
			return err
		}
		laptop, err := cloud.NewSshKey(ctx, "laptop", &cloud.SshKeyArgs{Key: pulumi.String(string(text))})
		if err != nil {
			return err
		}
		ctx.Export("fingerprint", laptop.Fingerprint)
		return nil
	})
}
