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

		data, err := cloud.NewVolume(ctx, "data", &cloud.VolumeArgs{
			Size:         pulumi.Int(500),
			Type:         pulumi.String("NVMe"),
			LocationCode: pulumi.String("FIN-01"),
			Tags:         pulumi.StringMap{"team": pulumi.String("research")},
		}, needs)
		if err != nil {
			return err
		}
		ctx.Export("price", data.MonthlyCost)
		return nil
	})
}
