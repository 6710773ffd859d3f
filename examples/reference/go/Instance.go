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

		workstation := cloud.LookupSshKeyOutput(ctx, cloud.LookupSshKeyOutputArgs{Name: pulumi.String("workstation")})
		trainer, err := cloud.NewInstance(ctx, "trainer", &cloud.InstanceArgs{
			InstanceType: pulumi.String("1H100.80S.30V"),
			Image:        pulumi.String("ubuntu-24.04-cuda-12.8-open-docker"),
			LocationCode: pulumi.String("FIN-01"),
			OsVolume:     &cloud.OsVolumeArgs{Size: pulumi.Int(100)},
			Volumes: cloud.InlineVolumeArray{&cloud.InlineVolumeArgs{
				Name: pulumi.String("scratch"),
				Size: pulumi.Int(500),
				Type: pulumi.String("NVMe"),
			}},
			SshKeyIds: pulumi.StringArray{workstation.Result().Id()},
		}, needs)
		if err != nil {
			return err
		}
		ctx.Export("ip", trainer.Ip)
		return nil
	})
}
