import { ENVIRONMENTS, type Environment } from '../runs/states.ts'
import { encodeToken, readToken } from './token.ts'

/** API keys (Spec 5): tokens whose kind is the environment that they select. */
export const encodeApiKey = (environment: Environment, random: Uint8Array): string => encodeToken(environment, random)

/** The environment that a well-formed key selects, or null when the text is no key. */
export function readApiKey(text: string): Environment | null {
  const kind = readToken(text)
  return ENVIRONMENTS.find((environment) => environment === kind) ?? null
}

/** The part that may be shown after creation: the prefix, the first and the last four characters. */
export const displayApiKey = (key: string): string => `${key.slice(0, 13)}…${key.slice(-4)}`
