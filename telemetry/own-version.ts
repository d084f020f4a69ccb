import { readFileSync } from 'node:fs'

/** The version of this deployment, from package.json. */
export function ownVersion(): string {
  const told: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof told === 'object' && told !== null && 'version' in told && typeof told.version === 'string'
    ? told.version
    : 'unknown'
}
