import type { HttpAnswer, HttpClient } from '../../../support/http.ts'

/** The members of the rows that an answer lists. */
export const rowsOf = (answer: HttpAnswer): Record<string, unknown>[] => {
  const items = answer.at('items')
  return Array.isArray(items) ? items : []
}

export const keysOf = (answer: HttpAnswer): unknown[] => rowsOf(answer).map(({ key }) => key)

/** Every row of a table as a query answers it, oldest keys first, without the times that the service sets. */
export async function dataOf(http: HttpClient, table: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let cursor: unknown
  do {
    const page = await http.post(`/v1/tables/${table}/rows/query`, {
      order: 'key',
      limit: 500,
      ...(typeof cursor === 'string' ? { cursor } : {}),
    })
    rows.push(...rowsOf(page))
    cursor = page.at('next_cursor')
  } while (cursor !== null && cursor !== undefined)
  return rows.map(({ row_created_at: _created, row_updated_at: _updated, ...row }) => row)
}

export const importCsv = (
  http: HttpClient,
  table: string,
  file: string | Buffer,
  {
    status,
    headers = {},
    query = {},
  }: { status?: string; headers?: Record<string, string>; query?: Record<string, string> } = {},
): Promise<HttpAnswer> =>
  http.request(
    `/v1/tables/${table}/import?${new URLSearchParams(status === undefined ? query : { ...query, status })}`,
    {
      method: 'POST',
      bytes: Buffer.from(file),
      headers: { 'Content-Type': 'text/csv', ...headers },
    },
  )

export const exportCsv = (http: HttpClient, table: string): Promise<HttpAnswer> =>
  http.get(`/v1/tables/${table}/export.csv`)
