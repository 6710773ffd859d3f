import pulumi
import pulumi_cloud_compute as cloud

orphans = cloud.OrphanRemoval("orphans")
checkpoints = cloud.Volume(
    "checkpoints",
    size=100,
    type="NVMe",
    location_code="FIN-01",
    opts=pulumi.ResourceOptions(depends_on=[orphans]),
)

pulumi.export("checkpointsId", checkpoints.id)
