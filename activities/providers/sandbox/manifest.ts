import { CAPABILITIES, sufficientInputs } from '../../../domain/capabilities/catalog.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { StatedFacts } from '../../../domain/providers/facts.ts'
import type { Offer, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { sandboxPrice, type PriceColumn } from './prices.ts'
import { SCENARIO_NOTE, readScenario } from '../../../domain/sandbox/scenario.ts'

export const SANDBOX_ALPHA = 'sandbox-alpha'
export const SANDBOX_BETA = 'sandbox-beta'

/** An answer is computed in memory; the number only has to qualify for the quick lane. */
const LATENCY_MS = 20
/** Longer than the slowest scenario (20 s), so that a slow answer is never a timeout. */
const DEADLINE_MS = 30_000

/** The two differ, so that a customer can try `routing.require`. */
const SIMULATED = 'Simulated: every fact of this provider is made up.'

interface Simulated {
  readonly column: PriceColumn
  readonly facts: StatedFacts
}

export const sandboxAlphaManifest = manifestOf(SANDBOX_ALPHA, 'Simulated provider Alpha', {
  column: 0,
  facts: { data_region: 'eu', retention_days: 0, source: SIMULATED },
})
export const sandboxBetaManifest = manifestOf(SANDBOX_BETA, 'Simulated provider Beta', {
  column: 1,
  facts: { data_region: 'us', retention_days: 30, source: SIMULATED },
})

function manifestOf(slug: string, title: string, { column, facts }: Simulated): ProviderManifest {
  return {
    slug,
    title,
    homepage: null,
    environment: 'test',
    credential: 'none',
    baseUrl: 'https://sandbox.invalid',
    limits: { concurrency: null, requestsPerSecond: null, burst: null },
    offers: CAPABILITIES.map((capability) => offerOf(capability, column)),
    facts,
    sources: [`Made up by this project; nothing leaves the process. ${SCENARIO_NOTE}`],
  }
}

function offerOf(capability: Capability, column: PriceColumn): Offer {
  const platforms = platformsOf(capability)
  return {
    capability: capability.slug,
    pricing: sandboxPrice(capability, column),
    priceNote: 'Simulated price, paid from the sandbox wallet.',
    verified: false,
    requires: sufficientInputs(capability),
    ...(platforms === undefined ? {} : { platforms }),
    expectedLatencyMs: latencyOf,
    deadlineMs: DEADLINE_MS,
    repeat: capability.sends ? 'keyed' : 'free',
  }
}

/** The platforms that the capability knows; undefined where the input names none. */
function platformsOf({ inputSchema }: Capability): readonly string[] | undefined {
  const platform: { readonly enum?: readonly string[] } | undefined = inputSchema.properties['platform']
  return platform?.enum
}

function latencyOf(input: JsonObject): number {
  return LATENCY_MS + readScenario(input).slowSeconds * 1000
}
