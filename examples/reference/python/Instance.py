import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

trainer = cloud.Instance(
    "trainer",
    instance_type="1H100.80S.30V",
    image="ubuntu-24.04-cuda-12.8-open-docker",
    location_code="FIN-01",
    os_volume=cloud.OsVolumeArgs(size=100),
    volumes=[cloud.InlineVolumeArgs(name="scratch", size=500, type="NVMe")],
    ssh_key_ids=[cloud.get_ssh_key_output(name="workstation").result.id],
    opts=needs,
)

pulumi.export("ip", trainer.ip)
