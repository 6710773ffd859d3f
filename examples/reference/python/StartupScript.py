import pulumi
import pulumi_cloud_compute as cloud

setup = cloud.StartupScript(
    "setup",
    script="""#!/bin/bash
apt-get update && apt-get install -y tmux
""",
)

pulumi.export("scriptId", setup.id)
