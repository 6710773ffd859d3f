// Twelve machines that mount one shared volume, now and at each boot.
import * as pulumi from '@pulumi/pulumi';
import { Fleet, SshKey, StartupScript, Volume } from 'pulumi-cloud-compute';

// `pulumi config set machines 20` adds eight machines; the first twelve stay as they are.
const count = new pulumi.Config().getNumber('machines') ?? 12;
const locationCode = 'FIN-01';

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

// Add `{ protect: true }` once it holds real data.
const share = new Volume('share', { size: 1000, type: 'NVMe_Shared', locationCode });

// A startup script runs at the first boot only, when only one of the machines has the share: the others are
// attached after that, and started again. So the script installs a unit that mounts the share at each boot,
// and tries again until the share is there. Everything else that needs the share belongs in such a unit, too.
const setup = new StartupScript('setup', {
  script: pulumi.interpolate`#!/bin/bash
set -eu
cat > /usr/local/sbin/mount-share <<'SCRIPT'
#!/bin/sh
set -e
${share.createDirectoryCommand}
${share.mountCommand}
SCRIPT
chmod 755 /usr/local/sbin/mount-share
cat > /etc/systemd/system/share.service <<'UNIT'
[Unit]
Description=Mount the shared volume
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/mount-share
Restart=on-failure
RestartSec=10

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --now --no-block share.service
`,
});

const workers = new Fleet('worker', {
  count,
  instance: {
    instanceType: '1A100.22V',
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    locationCode,
    existingVolumes: [share.id],
    sshKeyIds: [key.id],
    startupScriptId: setup.id,
    // To attach the share, a machine is shut down soon after its first boot. That is harmless to this short script.
    allowShutdown: true,
  },
});

export const addresses = workers.addresses;
export const mount = share.mountCommand;
