import { KNOWN_ACTORS } from './actors.ts'
import type { CatalogProvider } from './provider.ts'

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
    'POST /v2/actors/{actorId}/runs',
    'POST /v2/actors/{actorId}/run-sync',
    'POST /v2/actors/{actorId}/run-sync-get-dataset-items',
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
  actorRuns: [
    'POST /v2/actors/{actorId}/runs',
    'POST /v2/actors/{actorId}/run-sync',
    'POST /v2/actors/{actorId}/run-sync-get-dataset-items',
  ],
  // `token` is another account's key; `webhooks` and the permission level act on the account; the cap is the hold's
  // (Spec 4.3.5).
  reservedQuery: ['token', 'webhooks', 'forcePermissionLevel', 'maxTotalChargeUsd'],
  cost: { model: 'per_event', note: "The actor's own price; the run reports its cost." },
  sources: ['A: OpenAPI document apify.json (Apache-2.0).'],
}
