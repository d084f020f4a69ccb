import type { Database } from '../../../db/database.ts'
import { readTablesFeature, switchTables } from '../../../db/tables/features.ts'
import { defineRoute } from '../../route/route.ts'
import { Features, FeaturesUpdate } from '../../schemas/features.ts'
import { presentFeatures } from './present.ts'

/** Spec 3.2, 4.7: tables are off until a workspace turns them on; switched off again, they are kept and not used. */
export const updateFeatures = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateFeatures',
    method: 'POST',
    path: '/v1/features',
    summary: 'Update features',
    description: 'Disabled tables keep their data, and the data has no effect.',
    tags: ['Features'],
    spec: '4.7',
    access: 'owner',
    body: FeaturesUpdate,
    bodyExamples: { on: { summary: 'Tables on', value: { tables: true } } },
    responses: { 200: { description: 'The updated features.', schema: Features } },
    errors: [],
    async handler({ body, principal, reply }) {
      await switchTables(deps.db, principal.workspaceId, body.tables)
      return reply(200, presentFeatures(await readTablesFeature(deps.db, principal.workspaceId)))
    },
  })
