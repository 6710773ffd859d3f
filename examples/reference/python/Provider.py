import pulumi
import pulumi_cloud_compute as cloud

config = pulumi.Config()
research = cloud.Provider(
    "research",
    base_url=config.require("researchUrl"),
    client_id=config.require("researchClientId"),
    client_secret=config.require_secret("researchClientSecret"),
)

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval(
    "research-orphans", opts=pulumi.ResourceOptions(provider=research)
)
results = cloud.Volume(
    "results",
    size=100,
    type="NVMe",
    location_code="FIN-01",
    opts=pulumi.ResourceOptions(provider=research, depends_on=[orphans]),
)

pulumi.export("resultsId", results.id)
