import { KNOWN_ACTORS } from './actors.ts'
import type { CatalogProvider } from './provider.ts'

const RUNS = [
  'POST /v2/actors/{actorId}/runs',
  'POST /v2/actors/{actorId}/run-sync',
  'POST /v2/actors/{actorId}/run-sync-get-dataset-items',
]

export const APIFY: CatalogProvider = {
  slug: 'apify',
  title: 'Apify',
  kind: 'actors',
  baseUrl: 'https://api.apify.com',
  auth: { scheme: 'bearer' },
  status: 'ready',
  reason: null,
  bodies: 'actor_input',
  free: false,
  tenancy: 'account',
  opened: [
    ...RUNS,
    'GET /v2/actors/{actorId}/builds/default',
    'GET /v2/store',
    ...KNOWN_ACTORS.map(({ actor }) => `POST /v2/actors/${actor}/runs`),
  ],
  actors: { start: 'POST /v2/actors/{actorId}/runs', known: KNOWN_ACTORS },
  // `acts` is the old name of actors; the base URL of its documents ends in the version.
  aliases: [
    { from: '/v2/acts/', to: '/v2/actors/' },
    { from: '/acts/', to: '/v2/actors/' },
    { from: '/actors/', to: '/v2/actors/' },
  ],
  actorRuns: RUNS,
  // `token` is another account's key; `webhooks` and the permission level act on the account; the cap is the hold's
  // (Spec 4.3.5); `method=POST` makes a POST of a GET.
  reservedQuery: ['token', 'webhooks', 'forcePermissionLevel', 'maxTotalChargeUsd', 'method'],
  cost: {
    model: 'per_event',
    note: "Basis: the actor's own price; the run reports its cost.",
    published: "The actor's page in the store.",
    free: ['GET /v2/store', 'GET /v2/actors/{actorId}/builds/default'],
    reported: RUNS,
  },
  sources: ['A: OpenAPI document apify.json (Apache-2.0).'],
}
