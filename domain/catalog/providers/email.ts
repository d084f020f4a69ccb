import { NO_RATE } from './no-rate.ts'
import type { CatalogProvider } from './provider.ts'

export const EMAIL_PROVIDERS: readonly CatalogProvider[] = [
  {
    slug: 'resend',
    title: 'Resend',
    kind: 'email',
    baseUrl: 'https://api.resend.com',
    auth: { scheme: 'bearer' },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'account',
    opened: [],
    cost: { model: 'per_call', note: NO_RATE },
    sources: ['A: OpenAPI document resend.json (MIT).'],
  },
  {
    slug: 'agentmail',
    title: 'AgentMail',
    kind: 'email',
    baseUrl: 'https://api.agentmail.to',
    auth: { scheme: 'bearer' },
    status: 'live',
    reason: null,
    bodies: 'json',
    free: false,
    tenancy: 'account',
    opened: [],
    cost: {
      model: 'per_call',
      note: 'Basis: list price of a send as public catalogs show it.',
      published: 'A public catalog of the same routes.',
      rates: {
        'POST /v0/inboxes/{inbox_id}/messages/send': '0.01',
        'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply': '0.01',
      },
    },
    sources: ['A: OpenAPI document agentmail.json (March 2026).', 'B: the price, from public catalogs.'],
  },
]
