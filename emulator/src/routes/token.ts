import type { AccessToken } from '#contract';
import type { Handlers } from '../contract/handlers';
import type { TokenPair } from '../cloud/access';

const worded = ({ accessToken, refreshToken, expiresIn }: TokenPair): AccessToken => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: 'cloud-api-v1',
});

export const token: Handlers<'createToken'> = {
  createToken({ cloud: { access }, caller, body }) {
    const pair =
      body.grant_type === 'refresh_token'
        ? access.refresh(body.refresh_token)
        : access.authenticate(body.client_id, body.client_secret, caller);
    return { status: 200, body: worded(pair) };
  },
};
