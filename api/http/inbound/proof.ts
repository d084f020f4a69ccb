import type { TObject } from 'typebox'
import type { GetHeader, Verifier } from './verify.ts'

/** How the webhooks in own accounts at a provider prove their messages. */
export interface OwnAccountProof {
  readonly headers: TObject
  /** For the reference: what proves a message. */
  readonly description: string
  /** Whether the headers may be a proof, before the secret is read. */
  readonly headersLookValid: (header: GetHeader, nowMs: () => number) => boolean
  readonly verifier: (secrets: readonly string[], nowMs: () => number) => Verifier
}
