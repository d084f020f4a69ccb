import { readAgentmail } from './agentmail.ts'
import type { ReadInbound, ReportingProvider } from './message.ts'
import { readResend } from './resend.ts'
import { readSandbox } from './sandbox.ts'
import { readUnipile } from './unipile.ts'

export interface Received {
  /** Parsed from JSON. */
  readonly body: unknown
  /** When it was received, ISO 8601. */
  readonly at: string
  /** The id under which it was signed; empty if the provider signs nothing. */
  readonly deliveryId: string
}

/** The content of a provider's message, in the service's own terms (Spec 6). */
export function readInbound(provider: ReportingProvider, { body, at, deliveryId }: Received): ReadInbound {
  switch (provider) {
    case 'agentmail':
      return readAgentmail(body, { at })
    case 'resend':
      return readResend(body, { at, deliveryId })
    case 'unipile':
      return readUnipile(body, { at })
    case 'sandbox':
      return readSandbox(body, { at })
  }
}
