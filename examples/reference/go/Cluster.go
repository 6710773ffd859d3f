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
		cluster, err := cloud.NewCluster(ctx, "train", &cloud.ClusterArgs{
			ClusterType:  pulumi.String("16H100"),
			Image:        pulumi.String("ubuntu-22.04-cuda-12.4-cluster"),
			LocationCode: pulumi.String("FIN-01"),
			SharedVolume: &cloud.ClusterSharedVolumeArgs{
				Name: pulumi.String("datasets"),
				Size: pulumi.Int(1000),
			},
			SshKeyIds: pulumi.StringArray{workstation.Result().Id()},
		}, needs)
		if err != nil {
			return err
		}
		ctx.Export("login", cluster.Ip)
		ctx.Export("firstNode", cluster.WorkerNodes.Index(pulumi.Int(0)).Hostname())
		return nil
	})
}
