import type { ProviderSettings } from '../../../activities/providers/settings.ts'
import { platformKeyOf } from './credential.ts'
import { urlOfTwin, type World } from './host.ts'

/**
 * The settings by which a worker calls the twins in place of the providers, on the platform's account of each: of all,
 * or of those named.
 */
export const twinSettings = (world: World, slugs: readonly string[] = [...world.twins.keys()]): ProviderSettings =>
  Object.fromEntries(
    [...world.twins.values()]
      .filter(({ twin }) => slugs.includes(twin.slug))
      .map(({ twin, auth }) => [
        twin.slug,
        {
          baseUrl: urlOfTwin(world, twin),
          contact: 'twins@example.com',
          ...(auth.scheme === 'none' ? {} : { apiKey: platformKeyOf(twin.slug, auth) }),
        },
      ]),
  )

/** The same as variables of the environment, with the secrets of the messages that the twins send. */
export function twinEnvironment(world: World): Readonly<Record<string, string>> {
  const settings = Object.entries(twinSettings(world)).flatMap(([slug, { apiKey, baseUrl, contact }]) => [
    [variable(slug, 'BASE_URL'), baseUrl ?? ''],
    ...(apiKey === undefined ? [] : [[variable(slug, 'API_KEY'), apiKey]]),
    ...(slug === 'sec' ? [[variable(slug, 'CONTACT'), contact ?? '']] : []),
  ])
  const secrets = Object.entries(world.secrets).map(([slug, all]) => [variable(slug, 'WEBHOOK_SECRET'), all.join(',')])
  return Object.fromEntries([...settings, ...secrets, ['DNS_SERVERS', world.dns.address]])
}

const variable = (slug: string, name: string): string => `PROVIDER_${slug.toUpperCase().replaceAll('-', '_')}_${name}`
