/** Words that represent personal data and secrets: they must never be found in a history or a log. */
export const CANARIES = {
  name: 'Canaria Birdsong',
  domain: 'canary-domain.example.com',
  email: 'canary@canary-domain.example.com',
  message: 'Sing to nobody about this.',
  credential: 'canary-credential-31d8',
  path: 'canary-hook-77c1',
  webhookSecret: 'whsec_',
} as const

/** How runs of actors go whose cost is not booked yet. */
export const UNBOOKED = { items: [{ url: `https://${CANARIES.domain}/1` }], cost: null }
