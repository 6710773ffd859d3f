import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

servers = cloud.InstanceGroup(
    "servers",
    instance_type="1V100.6V",
    location_code="FIN-01",
    template=cloud.InstanceGroupTemplateArgs(
        image="ubuntu-24.04-cuda-12.8-open-docker",
        os_volume=cloud.InstanceGroupOsVolumeArgs(size=100),
        ssh_key_ids=[cloud.get_ssh_key_output(name="workstation").result.id],
    ),
)

# The type, the image and the location are those of the group. A changed template replaces the machine.
server = cloud.Instance(
    "server",
    instance_group_id=servers.id,
    group_revision=servers.revision,
    opts=needs,
)

pulumi.export("address", server.ip)
