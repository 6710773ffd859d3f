from pathlib import Path

import pulumi
import pulumi_cloud_compute as cloud

key = cloud.SshKey("laptop", key=Path("id_ed25519.pub").read_text())

pulumi.export("fingerprint", key.fingerprint)
