import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

archive = cloud.Volume("archive", size=200, type="NVMe", location_code="FIN-01", opts=needs)
owner = cloud.Tag(
    "owner",
    resource_type="volume",
    resource_id=archive.id,
    key="owner",
    value="research",
)

pulumi.export("tagId", owner.tag_id)
