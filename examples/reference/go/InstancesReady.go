package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
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

		var ids pulumi.StringArray
		for _, name := range []string{"left", "right"} {
			machine, err := cloud.NewInstance(ctx, name, &cloud.InstanceArgs{
				InstanceType: pulumi.String("CPU.4V.16G"),
				Image:        pulumi.String("ubuntu-24.04"),
				LocationCode: pulumi.String("FIN-01"),
				AwaitReady:   pulumi.Bool(false),
			}, needs)
			if err != nil {
				return err
			}
			ids = append(ids, machine.ID())
		}
		fleet, err := cloud.NewInstancesReady(ctx, "fleet", &cloud.InstancesReadyArgs{InstanceIds: ids})
		if err != nil {
			return err
		}
		ctx.Export("address", fleet.Instances.Index(pulumi.Int(0)).Ip())
		return nil
	})
}
