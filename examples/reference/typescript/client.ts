import { NotFoundError, client } from 'pulumi-cloud-compute/client';

// Sent at each preview and `up`. The fields have the names of the API.
export const images = client()
  .catalogue.images({ instanceType: '1H100.80S.30V' })
  .then((list) => list.map(({ image_type }) => image_type));

// The status of a volume, or `none` if there is no such volume.
export const archive = client()
  .volumes.get('00000000-0000-4000-8000-000000000000')
  .then(({ status }) => status)
  .catch((error: unknown) => {
    if (error instanceof NotFoundError) return 'none';
    throw error;
  });
