import { parseUsd } from '../../../../domain/money/microdollars.ts'
import {
  type CapabilityInspection,
  type CapabilityItem,
  CapabilityList,
  type EndpointItem,
} from '../../../schemas/catalog.ts'
import { ConnectionList } from '../../../schemas/connection.ts'
import type { PageParts, View } from '../../page.ts'

/** The providers whose keys the workspace has connected; the sandbox uses no key. */
export type OwnKeys = ReadonlySet<string>
export type ReadOwnKeys = (view: View) => Promise<OwnKeys>

export function createOwnKeys({ find }: Pick<PageParts, 'find'>): ReadOwnKeys {
  const listConnections = find('listConnections', ConnectionList)
  return async (view) => {
    if (view.environment === 'test') return new Set()
    const { items } = await listConnections(view)
    return new Set(items.filter(({ status }) => status === 'active').map(({ provider }) => provider))
  }
}

/** Whether a key of the workspace serves it: then its calls are free, whatever the platform's account can do. */
export interface Connected {
  readonly connected: boolean
}

/** Lists of the catalog are the same for everybody, so what the workspace's keys change is added here. */
export const capabilityFor = (ownKeys: OwnKeys, item: CapabilityItem): ListedCapability => ({
  ...item,
  connected: item.status === 'live' && item.providers.some((provider) => ownKeys.has(provider)),
})

export const endpointFor = (ownKeys: OwnKeys, item: EndpointItem): EndpointItem & Connected => ({
  ...item,
  connected: item.status !== 'excluded' && ownKeys.has(item.provider),
})

/**
 * The same of a page, which is the workspace's. What the workspace lacks, such as a sender, is stated at each offer; it
 * changes neither the state nor the price, which the lists have too.
 */
export function inspectedFor(found: CapabilityInspection): CapabilityInspection & Connected {
  const [cheapest] = found.offers
    .filter(({ provider }) => found.live_providers.includes(provider))
    .map(({ price }) => price)
    .toSorted((one, other) => Number(parseUsd(one.amount) - parseUsd(other.amount)))
  return {
    ...found,
    starting_price: found.starting_price ?? cheapest ?? null,
    connected: found.offers.some(({ connected, executable }) => connected && executable),
  }
}

export type ListedCapability = CapabilityItem & Connected

/** Every capability as the workspace sees it. */
export function createCapabilities({ find }: Pick<PageParts, 'find'>): (view: View) => Promise<ListedCapability[]> {
  const listCapabilities = find('listCapabilities', CapabilityList)
  const ownKeys = createOwnKeys({ find })
  return async (view) => {
    const [{ items }, keys] = await Promise.all([listCapabilities(view), ownKeys(view)])
    return items.map((item) => capabilityFor(keys, item))
  }
}
