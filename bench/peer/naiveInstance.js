// A simple dynamic provider, written as in Pulumi's documentation; the bench compares this package with it.
// It deploys, reads its own machine every five seconds until the machine runs, and fails at any error. It has
// no queue, no rate limiter, and no list that serves several machines.
/* global fetch, setTimeout */
const pulumi = require('@pulumi/pulumi');

const session = {};

async function request(method, path, body) {
  session.token ??= authenticate();
  const reply = await fetch(process.env.CLOUD_COMPUTE_BASE_URL + path, {
    method,
    headers: { authorization: `Bearer ${await session.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function authenticate() {
  const reply = await fetch(`${process.env.CLOUD_COMPUTE_BASE_URL}/v1/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: process.env.CLOUD_COMPUTE_CLIENT_ID,
      client_secret: process.env.CLOUD_COMPUTE_CLIENT_SECRET,
    }),
  });
  if (!reply.ok) throw new Error(`no token: ${reply.status}`);
  return (await reply.json()).access_token;
}

async function until(id, isOver) {
  for (;;) {
    const found = await request('GET', `/v1/instances/${id}`);
    if (isOver(found.status)) return found;
    // Five seconds, divided by the speed of the cloud under test.
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.PEER_POLL_MS ?? 5000)));
  }
}

const provider = {
  async create(inputs) {
    const id = await request('POST', '/v1/instances', inputs);
    const found = await until(id, (status) => {
      if (['error', 'no_capacity', 'installation_failed'].includes(status))
        throw new Error(`${id} is ${status}`);
      return status === 'running';
    });
    return { id, outs: { ...inputs, ...found } };
  },

  async diff(id, olds, news) {
    const replaces = ['hostname', 'image', 'instance_type', 'location_code'].filter(
      (key) => olds[key] !== news[key],
    );
    return { changes: replaces.length > 0, replaces };
  },

  async read(id, props) {
    const found = await request('GET', `/v1/instances/${id}`);
    return { id, props: { ...props, ...found } };
  },

  async delete(id) {
    await request('PUT', '/v1/instances', { action: 'delete', id });
    await until(id, (status) => status === 'discontinued');
  },
};

class NaiveInstance extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, { ...args, status: undefined, ip: undefined }, opts);
  }
}

module.exports = { NaiveInstance };
