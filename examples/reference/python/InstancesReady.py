import pulumi
import pulumi_cloud_compute as cloud

machines = [
    cloud.Instance(
        name,
        instance_type="CPU.4V.16G",
        image="ubuntu-24.04",
        location_code="FIN-01",
        await_ready=False,
    )
    for name in ("left", "right")
]
fleet = cloud.InstancesReady("fleet", instance_ids=[machine.id for machine in machines])

pulumi.export("addresses", fleet.instances.apply(lambda all: [machine.ip for machine in all]))
