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

		archive, err := cloud.NewVolume(ctx, "archive", &cloud.VolumeArgs{
			Size:         pulumi.Int(200),
			Type:         pulumi.String("NVMe"),
			LocationCode: pulumi.String("FIN-01"),
		}, needs)
		if err != nil {
			return err
		}
		owner, err := cloud.NewTag(ctx, "owner", &cloud.TagArgs{
			ResourceType: pulumi.String("volume"),
			ResourceId:   archive.ID(),
			Key:          pulumi.String("owner"),
			Value:        pulumi.String("research"),
		})
		if err != nil {
			return err
		}
		ctx.Export("tagId", owner.TagId)
		return nil
	})
}
