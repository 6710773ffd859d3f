import pulumi
import pulumi_cloud_compute as cloud

data = cloud.Volume(
    "data",
    size=500,
    type="NVMe",
    location_code="FIN-01",
    tags={"team": "research"},
)

pulumi.export("price", data.monthly_cost)
