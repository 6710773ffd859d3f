package main

import (
	"fmt"

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

		workstation := cloud.LookupSshKeyOutput(ctx, cloud.LookupSshKeyOutputArgs{Name: pulumi.String("workstation")})
		var ids pulumi.StringArray
		for index := range 3 {
			machine, err := cloud.NewInstance(ctx, fmt.Sprintf("workers-%d", index), &cloud.InstanceArgs{
				InstanceType: pulumi.String("1V100.6V"),
				Image:        pulumi.String("ubuntu-24.04-cuda-12.8-open-docker"),
				LocationCode: pulumi.String("FIN-01"),
				SshKeyIds:    pulumi.StringArray{workstation.Result().Id()},
				AwaitReady:   pulumi.Bool(false),
			}, needs)
			if err != nil {
				return err
			}
			ids = append(ids, machine.ID())
		}
		workers, err := cloud.NewInstancesReady(ctx, "workers", &cloud.InstancesReadyArgs{InstanceIds: ids})
		if err != nil {
			return err
		}
		ctx.Export("firstAddress", workers.Instances.Index(pulumi.Int(0)).Ip())
		return nil
	})
}
