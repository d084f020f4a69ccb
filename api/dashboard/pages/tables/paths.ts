import { pageUrl, type View } from '../../page.ts'
import type { Query } from '../../paths.ts'

export const TABLES_PATH = '/tables'
/** No name of a table can collide with it. */
export const TABLES_OFF_PATH = '/tables-off'
export const NEW_TABLE_PATH = '/tables-new'
export const IMPORT_PATH = '/tables-import'
export const ENRICH_PATH = '/tables-enrich'
export const SUPPRESSIONS_PATH = '/suppressions'

type Here = Pick<View, 'environment'>

export const tablesPath = (view: Here, query: Query = {}): string => pageUrl(view, TABLES_PATH, query)
export const tablesOffPath = (view: Here): string => pageUrl(view, TABLES_OFF_PATH)
export const tablePath = (view: Here, name: string, query: Query = {}): string =>
  pageUrl(view, `${TABLES_PATH}/${name}`, query)
export const rowPath = (view: Here, name: string, key: string): string =>
  pageUrl(view, `${TABLES_PATH}/${name}/rows/${encodeURIComponent(key)}`)
export const newTablePath = (view: Here): string => pageUrl(view, NEW_TABLE_PATH)
export const importPath = (view: Here, table?: string): string => pageUrl(view, IMPORT_PATH, { table })
export const enrichPath = (view: Here, query: Query): string => pageUrl(view, ENRICH_PATH, query)
export const deleteRowPath = (view: Here, name: string, key: string): string => `${rowPath(view, name, key)}/delete`
export const unmergePath = (view: Here, name: string, row: { key: string; merge: number }): string =>
  pageUrl(view, `${TABLES_PATH}/${name}/rows/${encodeURIComponent(row.key)}/unmerge`, { merge: String(row.merge) })
export const editTablePath = (view: Here, name: string): string => `${tablePath(view, name)}/edit`
export const deleteTablePath = (view: Here, name: string): string => `${tablePath(view, name)}/delete`
export const suppressionsPath = (view: Here, query: Query = {}): string => pageUrl(view, SUPPRESSIONS_PATH, query)
export const exportPath = (view: Here, name: string, query: Query): string =>
  pageUrl(view, `${TABLES_PATH}/${name}/export`, query)
export const deleteRowsPath = (view: Here, name: string, query: Query): string =>
  pageUrl(view, `${TABLES_PATH}/${name}/delete-rows`, query)
