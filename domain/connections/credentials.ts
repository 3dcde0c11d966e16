/** What signs a pull in at its platform, as it is kept: what was given, and the token that it was last exchanged for. */
export interface Credentials {
  clientId?: string;
  clientSecret?: string;
  refreshToken?: string;
  developerToken?: string;
  loginCustomerId?: string;
  appId?: string;
  appSecret?: string;
  accessToken?: string;
  /** ISO 8601. Unknown of a token that was entered. */
  accessTokenExpiresAt?: string;
}
