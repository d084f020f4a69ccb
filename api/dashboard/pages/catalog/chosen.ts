import type { CapabilityInspection, EndpointInspection } from '../../../schemas/catalog.ts'
import type { View } from '../../page.ts'
import type { Runnable } from '../../run-form/form.ts'
import { capabilityWork, endpointWork, type Inspector } from './inspected.ts'
import { inspectedFor } from './own-keys.ts'
import { costOf, explainedPrice } from './offer-texts.ts'

/** What the query of a page names: a capability, or an endpoint of a provider. */
export interface ChosenWork {
  readonly title: string
  readonly price: string
  readonly work: Omit<Runnable, 'values'>
  readonly found: CapabilityInspection | EndpointInspection
}

/** null: the query names nothing. Throws a Problem where it names what does not exist. */
export async function chosenWork(view: View, inspector: Inspector): Promise<ChosenWork | null> {
  const { capability, provider } = view.query
  if (capability) {
    const found = await inspector.capability(view, capability)
    return { title: found.title, price: explainedPrice(inspectedFor(found)), work: capabilityWork(found), found }
  }
  if (!provider) return null
  const found = await inspector.endpoint(view, view.query)
  return { title: found.title, price: costOf(found), work: endpointWork(found), found }
}
