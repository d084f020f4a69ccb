import { TableDetail } from '../../../schemas/tables.ts'
import type { MakeDownload } from '../../page.ts'
import { TABLES_PATH } from './paths.ts'
import { filterOfRows, readRowsQuery } from './rows-query.ts'

/** The rows of the page's filter as a CSV file, in the page's order. */
export const exportTable: MakeDownload = ({ find, findFile }) => {
  const getTable = find('getTable', TableDetail)
  const exportRows = findFile('exportRows')
  return {
    path: `${TABLES_PATH}/{name}/export`,
    async send(view) {
      const name = view.params['name'] ?? ''
      const { where, ...query } = filterOfRows(readRowsQuery(view), await getTable(view, { params: { name } }))
      return exportRows(view, {
        params: { name },
        query: { ...query, ...(where === undefined ? {} : { where: JSON.stringify(where) }) },
      })
    },
  }
}
