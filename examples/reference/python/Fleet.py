import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])
key = cloud.get_ssh_key_output(name="workstation").result.id

instances = [
    cloud.Instance(
        f"workers-{index}",
        instance_type="1V100.6V",
        image="ubuntu-24.04-cuda-12.8-open-docker",
        location_code="FIN-01",
        ssh_key_ids=[key],
        await_ready=False,
        opts=needs,
    )
    for index in range(3)
]
workers = cloud.InstancesReady("workers", instance_ids=[one.id for one in instances])

pulumi.export("addresses", workers.instances.apply(lambda all: [machine.ip for machine in all]))
