import type { Environment } from '../../../../domain/runs/states.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'

export interface TablesClient {
  readonly workspace: TestWorkspace
  readonly http: HttpClient
  /** The same workspace in another environment. */
  in(environment: Environment): TablesClient
  write(table: string, rows: readonly object[], more?: object): Promise<HttpAnswer>
  detail(table: string): Promise<HttpAnswer>
}

/** A separate workspace with tables on, and the most frequent calls of tests. */
export async function tablesClient(service: SharedService): Promise<TablesClient> {
  const workspace = await buildWorkspace(service.db)
  const client = clientOf(service, workspace, 'live')
  await client.http.post('/v1/features', { tables: true })
  return client
}

function clientOf(service: SharedService, workspace: TestWorkspace, environment: Environment): TablesClient {
  const http = httpClient(service.url, workspace.keys[environment])
  return {
    workspace,
    http,
    in: (other) => clientOf(service, workspace, other),
    write: (table, rows, more = {}) => http.post(`/v1/tables/${table}/rows`, { rows, ...more }),
    detail: (table) => http.get(`/v1/tables/${table}`),
  }
}
