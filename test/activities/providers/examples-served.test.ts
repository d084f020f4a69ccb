import { describe, expect, it } from '@jest/globals'
import { routingOf } from '../../../api/http/runs/request.ts'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { capabilityStatus } from '../../../domain/capabilities/status.ts'
import { offersOf } from '../../../domain/providers/offering.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { planRun } from '../../../domain/routing/candidates.ts'

const live = CAPABILITIES.filter(({ slug }) => capabilityStatus(slug, MANIFESTS) === 'live')

describe('the example of a live capability', () => {
  it.each(live.map((capability) => [capability.slug, capability] as const))('%s is served live', (slug, capability) => {
    const answer = planRun({
      capability,
      input: JSON.parse(JSON.stringify(capability.exampleInput)),
      routing: routingOf(undefined),
      rates: LIST_RATES,
      offers: offersOf(slug, MANIFESTS)
        .filter(({ manifest }) => manifest.environment === 'live')
        .map(({ manifest, offer }) => ({ provider: manifest.slug, offer, unusable: null, record: undefined })),
    })
    expect(answer).toMatchObject({ kind: 'plan' })
  })
})
