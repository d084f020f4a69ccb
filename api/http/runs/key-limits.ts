import type { KnownProviders } from '../../../activities/providers/known-providers.ts'
import { refusalOfAccess } from '../../../domain/access/access.ts'
import { type KeyLimits, refusalOfLimits, routingWithin } from '../../../domain/access/key-limits.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { accountDecision } from '../../../domain/catalog/account-changes.ts'
import { maySend } from '../../../domain/outbound/is-send.ts'
import { type RawRequest, targetOf } from '../../../domain/raw/request.ts'
import { type NewRun, storedWorkOf } from '../../../db/runs/accept.ts'
import { Problem } from '../../errors/problem.ts'
import type { CheckedWork } from './work.ts'

export const limitsOf = (principal: Principal): KeyLimits | null => (principal.kind === 'key' ? principal.limits : null)

/** The work, with the providers and the cost that the key may use as part of its routing. */
export const withinLimits = (principal: Principal, work: CheckedWork): CheckedWork => ({
  ...work,
  routing: routingWithin(work.routing, limitsOf(principal)),
})

/**
 * Why the key may not do this, before a run exists (decisions, "a key's limits"); null: it may. The cost of a run is
 * judged with its plan.
 */
export function limitsRefusal(
  { known }: { readonly known: KnownProviders },
  principal: Principal,
  {
    work,
    input,
    routing,
    context,
  }: Pick<NewRun, 'work' | 'input' | 'routing'> & {
    readonly context: Pick<NewRun['context'], 'send'>
  },
): Problem | null {
  const overAccount = 'raw' in work ? accountRefusal(known, principal, { ...work.raw, input }) : null
  if (overAccount !== null) return overAccount
  const allow = limitsOf(principal)
  if (allow === null) return null
  const { capability, rawRequest: raw } = storedWorkOf(work)
  const provider = raw?.provider ?? (routing.provider === 'auto' ? null : routing.provider)
  const reason =
    refusalOfLimits(allow, { capability, provider, sends: maySend({ send: context.send, raw, input }) }) ??
    (capability === null || servedWithin(known, capability, allow)
      ? null
      : `may not use any provider of ${capability}; it may use ${(allow.providers ?? []).join(', ')}`)
  return reason === null ? null : new Problem('forbidden', `This API key ${reason}.`)
}

/** A raw call does at the provider what our own routes leave to owners (`accountDecision`). */
function accountRefusal(
  { catalog }: KnownProviders,
  principal: Principal,
  raw: RawRequest & Pick<NewRun, 'input'>,
): Problem | null {
  const refusal = refusalOfAccess('owner', principal)
  if (refusal === null) return null
  const endpoint = catalog.find(raw.provider, targetOf(raw))
  const decision = endpoint === undefined ? null : accountDecision(endpoint, raw)
  return decision === null
    ? null
    : new Problem('forbidden', `${targetOf(raw)} ${decision} at ${raw.provider}. ${refusal}`)
}

const servedWithin = ({ manifests }: KnownProviders, capability: string, { providers }: KeyLimits): boolean =>
  providers === undefined ||
  manifests.some(
    ({ slug, offers }) => providers.includes(slug) && offers.some((offer) => offer.capability === capability),
  )
