package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		research, err := cloud.NewProvider(ctx, "research", &cloud.ProviderArgs{
			BaseUrl:      pulumi.String(settings.Require("researchUrl")),
			ClientId:     pulumi.String(settings.Require("researchClientId")),
			ClientSecret: settings.RequireSecret("researchClientSecret"),
		})
		if err != nil {
			return err
		}

		// Removes what an interrupted run has left, at `pulumi destroy`.
		orphans, err := cloud.NewOrphanRemoval(ctx, "research-orphans", nil, pulumi.Provider(research))
		if err != nil {
			return err
		}
		results, err := cloud.NewVolume(ctx, "results", &cloud.VolumeArgs{
			Size:         pulumi.Int(100),
			Type:         pulumi.String("NVMe"),
			LocationCode: pulumi.String("FIN-01"),
		}, pulumi.Provider(research), pulumi.DependsOn([]pulumi.Resource{orphans}))
		if err != nil {
			return err
		}
		ctx.Export("resultsId", results.ID())
		return nil
	})
}
