import { Connection } from '@temporalio/client'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import { connectionOptions } from '../workflows/starters/connection-options.ts'
import { SEARCH_ATTRIBUTES } from '../workflows/search-attributes.ts'

/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's API; all our attributes have this type. */
const KEYWORD = 2

/** gRPC's PERMISSION_DENIED and UNIMPLEMENTED: Temporal Cloud has another interface for this. */
const NOT_HERE = new Set<unknown>([7, 12])

const NAMES = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name)

/**
 * Registers the missing attributes, so that an existing namespace can be used. Needs an operator's rights; where they
 * cannot be had through this API, the error names the attributes to create.
 */
export async function ensureSearchAttributes(temporal: Omit<TemporalSettings, 'taskQueue'>): Promise<void> {
  const { namespace } = temporal
  const connection = await Connection.connect(connectionOptions(temporal))
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
    const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !(name in (customAttributes ?? {})))
    if (missing.length === 0) return
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(({ name }) => [name, KEYWORD])),
    })
  } catch (error) {
    if (!NOT_HERE.has(Reflect.get(Object(error), 'code'))) throw error
    if (await canBeSearched(connection, namespace)) return
    throw new Error(
      `Temporal lets no client register search attributes in the namespace ${namespace}. Create these there, of the type Keyword: ${NAMES.join(', ')}.`,
      { cause: error },
    )
  } finally {
    await connection.close()
  }
}

/** gRPC's INVALID_ARGUMENT: the answer to a query with an attribute that does not exist. */
const REFUSED_QUERY = 3

/** Whether all attributes exist, found out by a query, for which no operator's rights are needed. */
async function canBeSearched(connection: Connection, namespace: string): Promise<boolean> {
  const query = NAMES.map((name) => `${name} is null`).join(' and ')
  try {
    await connection.workflowService.listWorkflowExecutions({ namespace, pageSize: 1, query })
    return true
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === REFUSED_QUERY) return false
    throw error
  }
}
