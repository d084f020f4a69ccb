import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import type { RoutingRules } from '../../../domain/routing/policy.ts'
import { didYouMeanOf } from '../../errors/did-you-mean.ts'
import { Problem } from '../../errors/problem.ts'
import { invalidRequest } from '../../validation/check.ts'

interface KnownRules {
  readonly manifests: readonly ProviderManifest[]
  readonly at: string
  readonly environment: Environment | null
}

const LISTS = ['order', 'only', 'ignore'] as const

/**
 * Refuses rules that name a provider that this build does not know. One that does not serve the capability is fine: in
 * `ignore` it changes nothing, and `only` may have others. Providers of `environment` are suggested; null: of both.
 */
export function requireKnownProviders(rules: RoutingRules, { manifests, at, environment }: KnownRules): void {
  const known = new Set(manifests.map(({ slug }) => slug))
  const suggested = manifests.filter((one) => environment === null || one.environment === environment)
  for (const list of LISTS) {
    for (const [index, provider] of (rules[list] ?? []).entries()) {
      if (known.has(provider)) continue
      throw new Problem('invalid_request', `\`${at}/${list}/${index}\` names no provider of this service.`, {
        param: `${at}/${list}/${index}`,
        ...didYouMeanOf(
          provider,
          suggested.map(({ slug }) => slug),
        ),
      })
    }
  }
}

/** A pinned provider is the only candidate: rules that leave it out contradict it. */
export function refuseContradictions({ provider, order, only, ignore }: RoutingRequest): void {
  if (provider === 'auto') return
  const message = `contradicts \`provider\`, which is "${provider}"`
  if (ignore?.includes(provider) === true) throw invalidRequest([{ path: '/routing/ignore', message }])
  if (only?.includes(provider) === false) throw invalidRequest([{ path: '/routing/only', message }])
  if (order?.includes(provider) === false) throw invalidRequest([{ path: '/routing/order', message }])
}
