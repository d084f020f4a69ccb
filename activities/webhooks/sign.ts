import { createHmac } from 'node:crypto'

/**
 * The header `Service-Signature` (Spec 6.2.2): `t=<unix seconds>,v1=<hex>`, with one `v1` per secret, the newest first:
 * during a rotation both sign. Each is the HMAC-SHA256 of `<t>.<body>`, keyed with the secret in the form that its
 * owner sees, `whsec_` included.
 */
export function signatureHeader(body: string, secrets: readonly string[], nowSeconds: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${nowSeconds}.${body}`).digest('hex')}`,
  )
  return [`t=${nowSeconds}`, ...signatures].join(',')
}
