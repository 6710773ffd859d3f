import pulumi
import pulumi_cloud_compute as cloud

# pulumi config set network <id of a private network>
# pulumi config set otherNetwork <id of another one>
config = pulumi.Config()

mapping = cloud.AddressMapping(
    "archiveAddresses",
    service="storage",
    location_code="FIN-01",
    source_private_network_id=config.require("network"),
    source_cidr="10.0.8.0/24",
    target_private_network_id=config.require("otherNetwork"),
    target_cidr="10.16.8.0/24",
)

pulumi.export("mappedSince", mapping.created_at)
