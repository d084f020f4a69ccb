import type { JsonValue } from './schemas.ts'
import type { Route } from '../route/route.ts'

/** The reference's description of each tag, in the order and under the headings in which it shows them. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Look around': {
    Catalog:
      'What can be run: capabilities, the providers behind them, and their raw endpoints. Free, and mostly without a key.',
    Service: 'This API about itself: the error codes, the document that this reference is made of, and probes.',
    Feedback: 'Say what stood in your way, without a key.',
  },
  Run: {
    Runs: 'A job, from the quote to the charge: asked for, waited for, listed and cancelled.',
    History: 'What was already done to one person or company, over all runs.',
    Watches: 'Saved questions that are asked again on a schedule and tell what is new.',
  },
  Remember: {
    Features: 'What a workspace has turned on.',
    Tables: 'Shared lists of people and companies. Off until a workspace turns them on.',
    Suppressions: 'Who is never written to, and how soon nobody is written to again.',
  },
  Listen: {
    Events: 'Replies, bounces and lost accounts, as a stream to read.',
    Webhooks: 'The same events, signed and sent to an endpoint of yours.',
    Inbound: 'What providers and Stripe send to this service; no client calls it.',
  },
  Pay: {
    Wallet: 'The prepaid balance: what moved it, how it is topped up, and invoices.',
    'Spend guard': 'A daily cap, and a ceiling for any single run.',
    Plan: 'The monthly plan, which decides limits and discount.',
    Referrals: 'A code that brings a credit to both sides.',
  },
  'Accounts and access': {
    Authentication: 'Sign up, sign in, and who a credential is.',
    'API keys': 'Made by people at the dashboard; the prefix chooses the environment.',
    Connections: "A workspace's own keys at providers: what is called with them is not billed here.",
    Senders: 'Inboxes and messaging accounts that messages are sent from.',
    'Connected apps': 'Apps of others that a person has allowed in over OAuth.',
    OAuth: 'Where an app that is to be connected finds everything it needs.',
  },
}

/**
 * `tags` and their groups (an extension that several readers of OpenAPI know), as far as routes use them; other tags
 * come last, without a description.
 */
export function tagsOf(routes: readonly Route[]): { readonly tags: JsonValue; readonly 'x-tagGroups': JsonValue } {
  const used = new Set(routes.flatMap((route) => route.tags))
  const groups = Object.entries(GROUPS).map(([name, described]) => ({
    name,
    described: Object.entries(described).filter(([tag]) => used.has(tag)),
  }))
  const known = groups.flatMap(({ described }) => described)
  const unknown = [...used].filter((tag) => !known.some(([name]) => name === tag)).toSorted()
  return {
    tags: [
      ...known.map(([name, description]): JsonValue => ({ name, description })),
      ...unknown.map((name): JsonValue => ({ name })),
    ],
    'x-tagGroups': groups
      .filter(({ described }) => described.length > 0)
      .map(({ name, described }) => ({ name, tags: described.map(([tag]) => tag) })),
  }
}
