/**
 * Why an attempt failed, by the codes of Node, OpenSSL and the parser, in words for the endpoint's owner. No other part
 * of an error is shown: messages name addresses.
 */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before an answer',
  EPIPE: 'the connection was closed before an answer',
  ETIMEDOUT: 'the address does not answer',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  EADDRNOTAVAIL: 'the address cannot be reached',
  CERT_HAS_EXPIRED: 'TLS: certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: certificate is not valid yet',
  CERT_REVOKED: 'TLS: certificate has been revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: certificate is not from a known authority',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS: certificate is not from a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: certificate is not from a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: certificate is not from a known authority, or its chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: certificate is for another name',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, 'the answer is not valid HTTP'],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, 'TLS: the handshake failed'],
]

/** Never quotes the error. */
export function failureReason(error: unknown): string {
  const code =
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REASONS[code] ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? 'the connection failed'
}
