import { isJsonObject } from '../../domain/json/json.ts'
import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server'

/** The extension of durable tasks (SEP-2663), of revision 2026-07-28. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** What a client can do besides reading answers. */
export interface ClientAbilities {
  /** It polls tasks. */
  readonly tasks: boolean
  /** It opens a page for its person. */
  readonly opensUrls: boolean
}

/**
 * What the client declares in this request. Before revision 2026-07-28 a client declared its capabilities once, in a
 * request that another replica may have answered: nothing is known then.
 */
export function abilitiesOf({ mcpReq }: ServerContext): ClientAbilities {
  const capabilities = member(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY)
  return {
    tasks: isJsonObject(member(member(capabilities, 'extensions'), TASKS_EXTENSION)),
    opensUrls: isJsonObject(member(member(capabilities, 'elicitation'), 'url')),
  }
}

const member = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
