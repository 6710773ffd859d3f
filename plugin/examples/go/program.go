package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me@example.com"

// program has one GPU machine with a data volume.
func program(ctx *pulumi.Context) error {
	tags := pulumi.StringMap{"team": pulumi.String(config.Require(ctx, "team"))}
	location := pulumi.String("FIN-01")

	// Removes what an interrupted run has left, at `pulumi destroy`.
	orphans, err := cloud.NewOrphanRemoval(ctx, "orphans", nil)
	if err != nil {
		return err
	}
	needs := pulumi.DependsOn([]pulumi.Resource{orphans})

	key, err := cloud.NewSshKey(ctx, "key", &cloud.SshKeyArgs{Key: pulumi.String(publicKey)})
	if err != nil {
		return err
	}
	data, err := cloud.NewVolume(ctx, "data", &cloud.VolumeArgs{
		Size:         pulumi.Int(100),
		Type:         pulumi.String("NVMe"),
		LocationCode: location,
		Tags:         tags,
	}, needs)
	if err != nil {
		return err
	}
	trainer, err := cloud.NewInstance(ctx, "trainer", &cloud.InstanceArgs{
		InstanceType:    pulumi.String("1V100.6V"),
		Image:           pulumi.String("ubuntu-24.04-cuda-12.8-open-docker"),
		LocationCode:    location,
		OsVolume:        &cloud.OsVolumeArgs{Size: pulumi.Int(60)},
		ExistingVolumes: pulumi.StringArray{data.ID()},
		SshKeyIds:       pulumi.StringArray{key.ID()},
		Tags:            tags,
	}, needs)
	if err != nil {
		return err
	}
	ctx.Export("ip", trainer.Ip)
	ctx.Export("volume", data.ID())
	return nil
}
