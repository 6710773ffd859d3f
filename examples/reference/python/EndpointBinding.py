import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

backend = cloud.Instance(
    "backend",
    instance_type="CPU.4V.16G",
    image="ubuntu-24.04",
    location_code="FIN-01",
    opts=needs,
)

# pulumi config set network <id of a private network>
endpoint = cloud.EndpointBinding(
    "inference",
    service="inference",
    source_private_network_id=pulumi.Config().require("network"),
    endpoint_ip="10.0.0.200",  # stays the same when the machine is replaced
    target_workload_id=backend.id,
)

pulumi.export("reaches", endpoint.target_overlay_ip)
