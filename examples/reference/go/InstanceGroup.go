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
		servers, err := cloud.NewInstanceGroup(ctx, "servers", &cloud.InstanceGroupArgs{
			InstanceType: pulumi.String("1V100.6V"),
			LocationCode: pulumi.String("FIN-01"),
			Template: &cloud.InstanceGroupTemplateArgs{
				Image:     pulumi.String("ubuntu-24.04-cuda-12.8-open-docker"),
				OsVolume:  &cloud.InstanceGroupOsVolumeArgs{Size: pulumi.Int(100)},
				SshKeyIds: pulumi.StringArray{workstation.Result().Id()},
			},
		})
		if err != nil {
			return err
		}
		// The type, the image and the location are those of the group. A changed template replaces the machine.
		server, err := cloud.NewInstance(ctx, "server", &cloud.InstanceArgs{
			InstanceGroupId: servers.ID(),
			GroupRevision:   servers.Revision,
		}, needs)
		if err != nil {
			return err
		}
		ctx.Export("address", server.Ip)
		return nil
	})
}
