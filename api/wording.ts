/** The words of messages for the options of the client, and the advice in messages. */
export interface Wording {
  /** The setting that holds the address. Default `baseUrl`. */
  readonly baseUrl: string;
  /** What to do about an address that cannot be used, in a sentence. */
  readonly setBaseUrl: string;
  /** Where the credentials come from, e.g. `of the environment`. Default: empty. */
  readonly credentialsOrigin: string;
  /** What to do when the credentials are missing or refused, in a sentence. */
  readonly setCredentials: string;
}

/** Names the options of the client. */
export const PLAIN_WORDING: Wording = {
  baseUrl: 'baseUrl',
  setBaseUrl: 'Set baseUrl to an address such as https://api.example.com.',
  credentialsOrigin: '',
  setCredentials: 'Check client id and secret.',
};
