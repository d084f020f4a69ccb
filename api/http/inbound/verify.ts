import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The `reason` label of `inbound_refused_total`. `unsigned`: the signature headers are missing or malformed. */
export type MessageRefusal = 'secret' | 'unsigned' | 'signature' | 'timestamp'

/** The headers of one request, in lower case. */
export type GetHeader = (name: string) => string | undefined

export interface Verifier {
  /** Checks the headers alone, before any byte of the body is read; null: no objection. */
  readonly checkHeaders: (header: GetHeader) => MessageRefusal | null
  /** Verifies that the exact bytes are the provider's; null: they are. */
  readonly verify: (header: GetHeader, bytes: Buffer) => MessageRefusal | null
  /** The id under which the message was signed; empty where nothing is signed. */
  readonly messageId: (header: GetHeader) => string
}

/** The tolerated sum of clock difference and delivery time (Svix, "Verifying payloads"). */
const TOLERANCE_SECONDS = 5 * 60
/** No genuine id is longer; the id becomes a key. */
const ID_LENGTH_MAX = 256
/** A header may carry one signature for each secret of a rotation; no provider signs with more. */
const SIGNATURES_LENGTH_MAX = 1_000
const TIMESTAMP = /^\d{1,12}$/

const ID = 'svix-id'
const TIME = 'svix-timestamp'
const SIGNATURE = 'svix-signature'

/**
 * Svix's scheme: HMAC-SHA256 over `<id>.<timestamp>.<body>`, one of several signatures by one of several secrets. The
 * scheme's own library hashes in JavaScript: 9 ms for a megabyte and secret here, during which the process serves no
 * other request. Native hashing takes a twentieth of that, so a flood of forgeries stays cheap. Tests sign with the
 * library.
 */
export function svixVerifier(secrets: readonly string[], nowMs: () => number): Verifier {
  const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  return {
    checkHeaders(header) {
      const [id = '', time = '', signatures = ''] = [ID, TIME, SIGNATURE].map(header)
      if (
        id === '' ||
        id.length > ID_LENGTH_MAX ||
        signatures.length > SIGNATURES_LENGTH_MAX ||
        !TIMESTAMP.test(time) ||
        versionOne(signatures).length === 0
      )
        return 'unsigned'
      return Math.abs(nowMs() / 1000 - Number(time)) > TOLERANCE_SECONDS ? 'timestamp' : null
    },
    verify(header, bytes) {
      const given = versionOne(header(SIGNATURE) ?? '')
      const signed = keys.some((key) => {
        const expected = createHmac('sha256', key)
          .update(`${header(ID) ?? ''}.${header(TIME) ?? ''}.`)
          .update(bytes)
          .digest()
        return given.some((signature) => timingSafeEqual(signature, expected))
      })
      return signed ? null : 'signature'
    },
    messageId: (header) => header(ID) ?? '',
  }
}

const SIGNATURE_BYTES = 32

/** `v1,<base64> v1,<base64>`: the signatures of the one version there is. */
const versionOne = (header: string): Buffer[] =>
  header
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .filter(({ length }) => length === SIGNATURE_BYTES)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A secret that was set when the webhook was registered, and that comes with every message. */
export function sharedSecretVerifier(secrets: readonly string[]): Verifier {
  const known = secrets.map(digest)
  const isKnown = (given: string): boolean => {
    const digested = digest(given)
    // All are compared: the time does not reveal which one matched.
    return known.filter((one) => timingSafeEqual(one, digested)).length > 0
  }
  const checkHeaders = (header: GetHeader): MessageRefusal | null =>
    isKnown(header('x-webhook-secret') ?? '') ? null : 'secret'
  return { checkHeaders, verify: checkHeaders, messageId: () => '' }
}
