import type { StatedFacts } from '../providers/facts.ts'
import { notAllowed, type RunRules } from './policy.ts'

/**
 * The newest of these saved answers that the rules of a run allow, or null: what was bought from a provider is as much
 * its data as what it would answer now. `answers`: the newest first.
 */
export function servedAnswer<Answer extends { readonly provider: string | null }>(
  answers: readonly Answer[],
  rules: RunRules,
  factsOf: (provider: string) => Pick<StatedFacts, 'data_region'> | undefined,
): Answer | null {
  const isAllowed = ({ provider }: Answer): boolean => {
    const dataRegion = provider === null ? null : (factsOf(provider)?.data_region ?? null)
    return notAllowed(rules, { provider, dataRegion }) === null
  }
  return answers.find(isAllowed) ?? null
}
