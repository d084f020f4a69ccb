import type { Database } from '../../../db/database.ts'
import type { OfferCatalog } from '../../../db/catalog/offers/catalog.ts'
import { noProviderError } from '../../../usecases/runs/plan.ts'
import type { NewRun } from '../../../db/runs/accept.ts'
import { readRates } from '../../../db/money/pricing/rates.ts'
import { readSavedAnswers } from '../../../db/tables/saved-answer.ts'
import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import { didYouMeanOf } from '../../errors/did-you-mean.ts'
import { Problem } from '../../errors/problem.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import { servedAnswer } from '../../../domain/routing/served-answer.ts'
import type { WorkDeps } from './work.ts'

/** The dependencies of the checks before a request becomes a run. */
export interface PlannedDeps extends WorkDeps {
  readonly offers: OfferCatalog
  readonly db: Database
}

type RunToPlan = Pick<NewRun, 'workspaceId' | 'environment' | 'work' | 'input' | 'routing' | 'context'>

/**
 * `forbidden` for a run that costs more than its key may hold, `invalid_request` for an input that no provider serves,
 * and `provider_not_available` for a run that no provider can take now and no saved row answers: there is nothing to
 * record, so the request is refused before a run exists (decisions, "refused before a run").
 */
export async function providerRefusal(
  { db, offers, findCapability, known }: PlannedDeps,
  run: RunToPlan,
): Promise<Problem | null> {
  const unserved = unservedPin(known, run)
  if (unserved !== null) return unserved
  const { capability, rawRequest } =
    'raw' in run.work
      ? { capability: null, rawRequest: run.work.raw }
      : { capability: run.work.capability, rawRequest: null }
  const refused = await noProviderError(
    { offers, findCapability, ...known, readRates: (workspaceId) => readRates(db, workspaceId) },
    { ...run, capability, rawRequest },
  )
  if (refused === null) return null
  const { error, field } = refused
  const { enrichment } = run.context
  if (capability !== null && enrichment !== null) {
    const answers = await readSavedAnswers(db, { ...run, capability, enrichment })
    // The policy is judged with the plan, when the run exists.
    if (servedAnswer(answers, run, (provider) => known.findManifest(provider)?.facts) !== null) return null
  }
  if (error.code === 'invalid_request')
    return new Problem('invalid_request', error.message, { param: `/input${field ? `/${field}` : ''}` })
  if (error.code !== 'provider_not_available')
    return new Problem('forbidden', error.message, { controls: ['max_run_cost'], required: error.required })
  const param = 'raw' in run.work ? '/provider' : narrowedBy(run.routing)
  return new Problem('provider_not_available', error.message, param === null ? {} : { param })
}

/** The refusal of a pinned provider that has no offer of the capability in this environment, with those that have. */
function unservedPin(
  { manifests }: KnownProviders,
  { work, routing: { provider }, environment }: RunToPlan,
): Problem | null {
  if ('raw' in work || provider === 'auto') return null
  const { capability } = work
  const serving = manifests.filter(
    (one) => one.environment === environment && one.offers.some((offer) => offer.capability === capability),
  )
  if (serving.some(({ slug }) => slug === provider)) return null
  const slugs = serving.map(({ slug }) => slug)
  const found = manifests.find(({ slug }) => slug === provider)
  const problem =
    found === undefined
      ? `There is no provider "${provider}".`
      : found.environment === environment
        ? `The provider ${provider} does not offer ${capability}.`
        : `The provider ${provider} does not serve ${environment === 'test' ? 'the sandbox' : 'live runs'}.`
  const others = slugs.length === 0 ? '' : ` ${capability} is served by ${slugs.join(', ')}.`
  return new Problem('provider_not_available', `${problem}${others}`, {
    param: '/routing/provider',
    ...(found === undefined ? didYouMeanOf(provider, slugs) : {}),
  })
}

/** The member of the request that leaves the fewest providers; null: it leaves all. */
function narrowedBy({ provider, allowed_providers: allowed, only, require }: RoutingRequest): string | null {
  if (provider !== 'auto') return '/routing/provider'
  if (only !== undefined && allowed === undefined) return '/routing/only'
  return require === undefined ? null : '/routing/require'
}
