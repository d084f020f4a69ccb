import Type from 'typebox'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { Budget, BudgetTerms } from './budget.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** An app that a person connected over OAuth (decisions, "connected apps"); shared by both environments. */
export const ConnectedApp = named(
  'ConnectedApp',
  closed({
    id: Type.String({ pattern: idPattern('app'), examples: ['app_01j9zq3v6n4k8w2x5y7a9b1c3d'] }),
    name: Type.String({ description: 'The name that the app chose. It is not verified.' }),
    host: nullable(Type.String(), {
      description:
        'The host that has published the app: that of its client id, which is a URL. null: it registered itself.',
    }),
    scopes: Type.Array(oneOf(OAUTH_SCOPES)),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp, { description: 'Updated every few seconds; null: never used.' }),
    budget: nullable(Budget, { description: 'null: only the wallet and the spend guard limit it.' }),
  }),
)

/** The body of `PATCH /v1/connected-apps/{app_id}`. */
export const ConnectedAppUpdate = named(
  'ConnectedAppUpdate',
  closed({ budget: nullable(BudgetTerms, { description: 'null removes the budget.' }) }),
)

export const ConnectedAppList = named(
  'ConnectedAppList',
  closed({
    items: Type.Array(ConnectedApp, { description: 'Oldest first.' }),
  }),
)

export const ConnectedAppParams = closed({
  app_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the app, as in the list of connected apps.',
    examples: ['app_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})
