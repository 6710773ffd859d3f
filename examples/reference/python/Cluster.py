import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

cluster = cloud.Cluster(
    "train",
    cluster_type="16H100",
    image="ubuntu-22.04-cuda-12.4-cluster",
    location_code="FIN-01",
    shared_volume=cloud.ClusterSharedVolumeArgs(name="datasets", size=1000),
    ssh_key_ids=[cloud.get_ssh_key_output(name="workstation").result.id],
    opts=needs,
)

pulumi.export("login", cluster.ip)
pulumi.export("nodes", cluster.worker_nodes.apply(lambda nodes: [node.hostname for node in nodes]))
