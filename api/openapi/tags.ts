import type { JsonValue } from './schemas.ts'
import type { Route } from '../route/route.ts'

/** The reference's description of each tag, in the order and under the headings in which it shows them. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Look around': {
    Catalog: 'Capabilities, their providers, and raw endpoints. Free, and mostly without a key.',
    Service: 'Error codes, the OpenAPI document and probes.',
    Feedback: 'Report a problem, without a key.',
  },
  Run: {
    Runs: 'Start, read, list and cancel runs.',
    History: 'Everything that was done about a person or a company, over all runs.',
    Approvals: 'What agents may only do once a person has approved it, and the decisions.',
    Jobs: 'One request for thousands of rows, under one ceiling.',
    Watches: 'Saved requests that run on a schedule and report new and changed records.',
  },
  Remember: {
    Features: 'The features that a workspace has enabled.',
    Tables: 'Shared lists of people and companies. Disabled by default.',
    Retention: 'For how long the payloads of runs are kept.',
    Suppressions: 'Suppressed recipients, and the guard against repeated messages.',
  },
  Listen: {
    Events: 'Replies, bounces and lost accounts as a stream.',
    Webhooks: 'The same events, signed and sent to your endpoint.',
    Callbacks: 'The end of a run, signed and sent to the URL that the run names.',
    Inbound: 'Callbacks of providers and Stripe. Clients do not call them.',
  },
  Pay: {
    Wallet: 'The prepaid balance, its transactions, top-ups and invoices.',
    'Spend guard': 'A daily cap, and a cap for each run.',
    Plan: 'The monthly plan, which determines limits and discount.',
    Referrals: 'A referral code and its credits.',
  },
  'Accounts and access': {
    Authentication: 'Sign up, sign in, and inspect a credential.',
    Agents: 'An agent signs up by itself, and a person claims its workspace.',
    Members: 'The people of a workspace, their roles, and invitations.',
    'API keys': 'People create keys in the dashboard. The prefix selects the environment.',
    Connections: 'The keys of a workspace at providers. Calls with these keys are not billed here.',
    Senders: 'Inboxes and messaging accounts that send messages.',
    'Connected apps': 'Third-party apps that a person has connected over OAuth.',
    OAuth: 'Metadata for apps that connect over OAuth.',
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
