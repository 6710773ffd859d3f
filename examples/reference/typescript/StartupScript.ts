import { StartupScript } from 'pulumi-cloud-compute';

const setup = new StartupScript('setup', {
  script: `#!/bin/bash
apt-get update && apt-get install -y tmux
`,
});

export const scriptId = setup.id;
