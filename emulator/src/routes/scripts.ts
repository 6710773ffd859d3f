import type { StartupScript } from '#contract';
import { paged } from '../resources/shared/paging';
import { timestamp } from '../resources/shared/wording';
import type { Script } from '../cloud/scripts';
import type { Handlers } from '../contract/handlers';

const worded = ({ id, name, script, createdAt }: Script): StartupScript => ({
  id,
  name,
  script,
  created_at: timestamp(createdAt),
});

export const scripts: Handlers<
  'listScripts' | 'createScript' | 'deleteScripts' | 'getScript' | 'deleteScript'
> = {
  listScripts({ cloud, caller, query }) {
    const found = cloud.scripts.list(caller, {
      name: query.name,
      oldestFirst: query.orderDirection === 'asc',
    });
    const { items, headers } = paged(found, query);
    return { status: 200, headers, body: items.map(worded) };
  },
  createScript: ({ cloud, caller, body }) => ({ status: 201, body: cloud.scripts.create(caller, body).id }),
  deleteScripts({ cloud, caller, body }) {
    cloud.scripts.delete(caller, 'scripts', body.scripts);
    return { status: 200 };
  },
  getScript: ({ cloud, caller, path }) => ({
    status: 200,
    body: worded(cloud.scripts.get(caller, path.scriptId)),
  }),
  deleteScript({ cloud, caller, path }) {
    cloud.scripts.delete(caller, 'id', [path.scriptId]);
    return { status: 200 };
  },
};
