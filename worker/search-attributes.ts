import { Connection } from '@temporalio/client'
import { SEARCH_ATTRIBUTES } from '../workflows/search-attributes.ts'

/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's API; all our attributes have this type. */
const KEYWORD = 2

/** Registers the missing attributes, so that an existing namespace can be used. Needs an operator's rights. */
export async function ensureSearchAttributes({
  address,
  namespace,
}: {
  address: string
  namespace: string
}): Promise<void> {
  const connection = await Connection.connect({ address })
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
    const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !(name in (customAttributes ?? {})))
    if (missing.length === 0) return
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(({ name }) => [name, KEYWORD])),
    })
  } finally {
    await connection.close()
  }
}
