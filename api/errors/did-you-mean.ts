import { closest, SIMILAR } from '../../domain/words/closest.ts'

/** The envelope's member with the names that may be meant; without any there is none. */
export const didYouMean = (names: readonly string[]): { readonly did_you_mean?: string[] } =>
  names.length === 0 ? {} : { did_you_mean: [...names] }

/** The same, of all known names. */
export const didYouMeanOf = (wanted: string, known: readonly string[]): { readonly did_you_mean?: string[] } =>
  didYouMean(closest(wanted, [...new Set(known)], SIMILAR))
