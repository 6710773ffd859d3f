package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// pulumi config set network <id of a private network>
		// pulumi config set otherNetwork <id of another one>
		mapping, err := cloud.NewAddressMapping(ctx, "archiveAddresses", &cloud.AddressMappingArgs{
			Service:                pulumi.String("storage"),
			LocationCode:           pulumi.String("FIN-01"),
			SourcePrivateNetworkId: pulumi.String(config.Require(ctx, "network")),
			SourceCidr:             pulumi.String("10.0.8.0/24"),
			TargetPrivateNetworkId: pulumi.String(config.Require(ctx, "otherNetwork")),
			TargetCidr:             pulumi.String("10.16.8.0/24"),
		})
		if err != nil {
			return err
		}
		ctx.Export("mappedSince", mapping.CreatedAt)
		return nil
	})
}
