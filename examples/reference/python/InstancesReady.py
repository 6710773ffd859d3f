import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

machines = [
    cloud.Instance(
        name,
        instance_type="CPU.4V.16G",
        image="ubuntu-24.04",
        location_code="FIN-01",
        await_ready=False,
        opts=needs,
    )
    for name in ("left", "right")
]
fleet = cloud.InstancesReady("fleet", instance_ids=[machine.id for machine in machines])

pulumi.export("addresses", fleet.instances.apply(lambda all: [machine.ip for machine in all]))
