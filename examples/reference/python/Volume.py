import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

data = cloud.Volume(
    "data",
    size=500,
    type="NVMe",
    location_code="FIN-01",
    tags={"team": "research"},
    opts=needs,
)

pulumi.export("price", data.monthly_cost)
