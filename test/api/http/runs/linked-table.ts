import { buildWorkspace } from '../../../build/workspace.ts'
import { runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'

export type Row = Readonly<Record<string, unknown>>

/** A workspace with tables on and one table of these rows, in both environments. */
export async function tableOf(service: SharedService, rows: readonly Row[], { table = 'leads' } = {}) {
  const workspace = await buildWorkspace(service.db)
  const client = runClient(service.url, workspace.keys.test)
  await client.call('POST', '/v1/features', { tables: true })
  const written = await client.call('POST', `/v1/tables/${table}/rows`, { rows })
  if (written.status !== 200) throw new Error(`the rows were not written: ${JSON.stringify(written.body)}`)
  const rowsNow = async (name = table): Promise<readonly Row[]> =>
    (await client.call<{ items: Row[] }>('POST', `/v1/tables/${name}/rows/query`, { limit: 500 })).body.items
  const runsNow = async (): Promise<number> => (await client.list()).body.items.length
  const available = async (): Promise<bigint> =>
    (
      await service.db.pool.query<{ available: string }>(
        `select available from wallet where workspace_id = $1 and environment = 'test'`,
        [workspace.id],
      )
    ).rows.map(({ available: amount }) => BigInt(amount))[0] ?? 0n
  return { workspace, client, rowsNow, runsNow, available }
}

export const LINKEDIN = 'https://www.linkedin.com/in/robin-sample'
export const enrich = (more: object = {}) => ({
  capability: 'person.enrich',
  input: { linkedin_url: LINKEDIN },
  ...more,
})
export const find = (more: object = {}, input: object = {}) => ({
  capability: 'contact.find',
  input: { full_name: 'Robin Sample', domain: 'example.com', ...input },
  ...more,
})
