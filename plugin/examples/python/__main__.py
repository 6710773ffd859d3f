"""One GPU machine with a data volume, in Python:

    npm run plugin:build
    cd plugin/examples/python
    python3 -m venv venv && . venv/bin/activate && pip install -r requirements.txt
    pulumi stack init dev && pulumi up
"""

import pulumi
import pulumi_cloud_compute as cloud

tags = {"team": pulumi.Config().require("team")}
locations = cloud.get_locations_output().result

# Removes what an interrupted run has left, at `pulumi destroy`.
orphans = cloud.OrphanRemoval("orphans")
needs = pulumi.ResourceOptions(depends_on=[orphans])

# Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
key = cloud.SshKey(
    "key",
    key="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me@example.com",
)

data = cloud.Volume(
    "data", size=100, type="NVMe", location_code=locations[0].code, tags=tags, opts=needs
)

trainer = cloud.Instance(
    "trainer",
    instance_type="1V100.6V",
    image="ubuntu-24.04-cuda-12.8-open-docker",
    location_code=data.location_code,
    os_volume=cloud.OsVolumeArgs(size=60),
    existing_volumes=[data.id],
    ssh_key_ids=[key.id],
    tags=tags,
    opts=needs,
)

pulumi.export("ip", trainer.ip)
pulumi.export("volume", data.id)
