import type { JsonObject } from '../../../domain/json/json.ts'
import { textOf } from '../wire.ts'
import { instagram } from './map-instagram.ts'
import { linkedin } from './map-linkedin.ts'
import { reddit } from './map-reddit.ts'
import { tiktok } from './map-tiktok.ts'
import { x } from './map-x.ts'
import { youtube } from './map-youtube.ts'
import type { PlatformQueries, PlatformQuery } from './platform-query.ts'
import { platformOf, type Served, servedBy } from './served.ts'

const PLATFORMS: Readonly<Record<string, PlatformQueries>> = { instagram, linkedin, reddit, tiktok, x, youtube }

/** The actor that serves a capability on the input's platform, and how to call it; null: none does. */
export function queryFor(
  capability: string,
  input: JsonObject,
): { readonly served: Served; readonly platformQuery: PlatformQuery } | null {
  const platform = platformOf(capability, textOf(input.platform))
  const served = servedBy(capability, platform)
  const platformQuery = Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform]?.[capability] : undefined
  return served === undefined || platformQuery === undefined ? null : { served, platformQuery }
}

/** Whether the input names something that is on its platform. */
export const isOnPlatform = (capability: string, input: JsonObject): boolean =>
  (queryFor(capability, input)?.platformQuery.input(input, 1) ?? null) !== null
