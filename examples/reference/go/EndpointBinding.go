package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Removes what an interrupted run has left, at `pulumi destroy`.
		orphans, err := cloud.NewOrphanRemoval(ctx, "orphans", nil)
		if err != nil {
			return err
		}
		needs := pulumi.DependsOn([]pulumi.Resource{orphans})

		backend, err := cloud.NewInstance(ctx, "backend", &cloud.InstanceArgs{
			InstanceType: pulumi.String("CPU.4V.16G"),
			Image:        pulumi.String("ubuntu-24.04"),
			LocationCode: pulumi.String("FIN-01"),
		}, needs)
		if err != nil {
			return err
		}
		// pulumi config set network <id of a private network>
		endpoint, err := cloud.NewEndpointBinding(ctx, "inference", &cloud.EndpointBindingArgs{
			Service:                pulumi.String("inference"),
			SourcePrivateNetworkId: pulumi.String(config.Require(ctx, "network")),
			EndpointIp:             pulumi.String("10.0.0.200"), // stays the same when the machine is replaced
			TargetWorkloadId:       backend.ID(),
		})
		if err != nil {
			return err
		}
		ctx.Export("reaches", endpoint.TargetOverlayIp)
		return nil
	})
}
