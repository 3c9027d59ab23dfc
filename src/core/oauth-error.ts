/** The words of RFC 6749, 7591 and 8707. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

/** These routes speak the language of their standard and not problem+json. */
export class OAuthRefusal extends Error {
  readonly code: OAuthErrorCode
  /** Where the browser takes the refusal; absent while it is not certain who asked. */
  readonly location: string | undefined

  constructor(code: OAuthErrorCode, text: string, location?: string) {
    super(text)
    this.name = 'OAuthRefusal'
    this.code = code
    this.location = location
  }
}

export function oauthError(code: OAuthErrorCode, text: string): never {
  throw new OAuthRefusal(code, text)
}
