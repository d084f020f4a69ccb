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

/** What the headers of Standard Webhooks sign: the id is the same for every attempt to deliver the event. */
interface StandardMessage {
  readonly id: string
  readonly body: string
}

/**
 * The header `webhook-signature` of Standard Webhooks: `v1,<base64>` for each secret, separated by spaces, the newest
 * first. Each is the HMAC-SHA256 of `<id>.<seconds>.<body>`, keyed with the bytes that the secret encodes behind
 * `whsec_` (decisions, "Standard Webhooks").
 */
export const standardSignatureHeader = (
  { id, body }: StandardMessage,
  secrets: readonly string[],
  nowSeconds: number,
): string =>
  secrets
    .map((secret) => {
      const hmac = createHmac('sha256', standardKeyOf(secret)).update(`${id}.${nowSeconds}.${body}`)
      return `v1,${hmac.digest('base64')}`
    })
    .join(' ')

/** Node reads both alphabets of base64: the older secrets use that of URLs. */
const standardKeyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
