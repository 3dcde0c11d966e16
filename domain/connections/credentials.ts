/** The stored credentials of a connection: the given ones, and the last access token obtained with them. */
export interface Credentials {
  clientId?: string;
  clientSecret?: string;
  refreshToken?: string;
  developerToken?: string;
  loginCustomerId?: string;
  appId?: string;
  appSecret?: string;
  accessToken?: string;
  /** ISO 8601. Unknown for a token entered by a person. */
  accessTokenExpiresAt?: string;
}
