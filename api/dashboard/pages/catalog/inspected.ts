import { findCapability } from '../../../../domain/capabilities/catalog.ts'
import { Problem } from '../../../errors/problem.ts'
import { type CapabilityInspection, type EndpointInspection, Inspection } from '../../../schemas/catalog.ts'
import type { PageParts, View } from '../../page.ts'
import type { Runnable } from '../../run-form/form.ts'
import { capabilityParts, endpointParts } from '../../run-form/parts.ts'

/** What a form runs, without the values in its fields. */
type Work = Omit<Runnable, 'values'>

export interface Inspector {
  /** Throws a Problem for a page that does not exist where there is no such capability. */
  capability(view: View, capability: string | undefined): Promise<CapabilityInspection>
  /** The same for an endpoint. */
  endpoint(
    view: View,
    endpoint: { readonly provider?: string; readonly endpoint?: string },
  ): Promise<EndpointInspection>
}

export function createInspector({ find }: Pick<PageParts, 'find'>): Inspector {
  const inspect = find('inspect', Inspection)
  return {
    async capability(view, capability = '') {
      const found = await inspect(view, { body: { capability } }).catch(missing)
      if (found.kind !== 'capability') throw new Error('the response is not a capability')
      return found
    },
    async endpoint(view, { provider, endpoint }) {
      if (!provider || !endpoint) throw new Problem('not_found', 'There is no endpoint at this URL.')
      const found = await inspect(view, { body: { provider, endpoint } }).catch(missing)
      if (found.kind !== 'endpoint') throw new Error('the response is not an endpoint')
      return found
    },
  }
}

/** What the path or the query names wrongly is a page that does not exist. */
function missing(thrown: unknown): never {
  if (thrown instanceof Problem && (thrown.code === 'capability_not_found' || thrown.code === 'endpoint_not_found'))
    throw new Problem('not_found', thrown.publicMessage)
  throw thrown
}

/** A watch repeats its request unattended, so it may not send. */
export const isSend = (capability: string): boolean => findCapability(capability)?.sends === true

export const capabilityWork = (found: CapabilityInspection): Work => ({
  names: { capability: found.capability },
  parts: capabilityParts(found),
  mayBeUnchecked: false,
  hasRecords: !isSend(found.capability),
  providers: found.offers.filter(({ executable }) => executable).map(({ provider }) => provider),
})

export const endpointWork = (found: EndpointInspection): Work => ({
  names: { provider: found.provider, endpoint: `${found.method} ${found.endpoint}` },
  parts: endpointParts(found),
  providers: [],
  mayBeUnchecked: true,
  hasRecords: true,
})
