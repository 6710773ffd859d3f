import pulumi
import pulumi_cloud_compute as cloud

archive = cloud.Volume("archive", size=200, type="NVMe", location_code="FIN-01")
owner = cloud.Tag(
    "owner",
    resource_type="volume",
    resource_id=archive.id,
    key="owner",
    value="research",
)

pulumi.export("tagId", owner.tag_id)
