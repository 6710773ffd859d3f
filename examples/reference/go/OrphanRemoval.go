package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		orphans, err := cloud.NewOrphanRemoval(ctx, "orphans", nil)
		if err != nil {
			return err
		}
		checkpoints, err := cloud.NewVolume(ctx, "checkpoints", &cloud.VolumeArgs{
			Size:         pulumi.Int(100),
			Type:         pulumi.String("NVMe"),
			LocationCode: pulumi.String("FIN-01"),
		}, pulumi.DependsOn([]pulumi.Resource{orphans}))
		if err != nil {
			return err
		}
		ctx.Export("checkpointsId", checkpoints.ID())
		return nil
	})
}
