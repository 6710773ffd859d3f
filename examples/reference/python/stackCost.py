import pulumi
import pulumi_cloud_compute as cloud

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

data = cloud.Volume("models", size=100, type="NVMe", location_code="FIN-01", opts=needs)
results = cloud.Volume("reports", size=50, type="NVMe", location_code="FIN-01", opts=needs)

# Instances, volumes and clusters.
billed = [data, results]
cost = cloud.get_stack_cost_output(
    hourly_costs=[one.hourly_cost for one in billed],
    monthly_costs=[one.monthly_cost for one in billed],
    currencies=[one.currency for one in billed],
).result

pulumi.export("perHour", cost.hourly_cost)
pulumi.export("perMonth", cost.monthly_cost)
