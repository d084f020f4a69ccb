import type { InboundSecrets } from '../../domain/settings/inbound-secrets.ts'

const whsec = (text: string): string => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`

/** By which the twins prove what they report. They are in the repository: only twins use them. */
export const INBOUND_SECRETS: InboundSecrets = {
  agentmail: [whsec('agentmail twin')],
  resend: [whsec('resend twin')],
  unipile: ['unipile-twin-secret'],
}
