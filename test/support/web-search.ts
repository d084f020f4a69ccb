import type { ProviderSettings } from '../../activities/providers/settings.ts'
import type { ListedCall } from '../twins/kit/calls.ts'
import type { ModeName } from '../twins/kit/mode.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { startTwins } from '../twins/twins.ts'
import { httpClient } from './http.ts'

/** A page as a search engine lists it. */
export interface Hit {
  readonly url: string
  readonly title?: string
  readonly position?: number
}

/** The twin of Serper, whose web the test changes. */
export interface ChangingWeb {
  readonly settings: ProviderSettings
  /** Every search so far. */
  readonly calls: readonly ListedCall[]
  /** What every search from now on finds; the twin behaves as usual. */
  lists(...hits: readonly Hit[]): Promise<void>
  /** How the twin behaves until the web changes. */
  set(mode: ModeName, ms?: number): void
  close(): Promise<void>
}

export async function startChangingWeb(): Promise<ChangingWeb> {
  const { world, url, close } = await startTwins()
  const control = httpClient(url)
  return {
    settings: twinSettings(world, ['serper']),
    calls: world.calls,
    async lists(...pages) {
      world.modes.clear()
      await control.post('/_twin/happen', { twin: 'serper', happening: 'web_changes', pages })
    },
    set: (mode, ms = 0) => void world.modes.set('serper', { mode, ms, times: null }),
    close,
  }
}

/** A watch of the web, refreshed by hand. */
export const watchTheWeb = (more: Readonly<Record<string, unknown>> = {}) => ({
  capability: 'web.search',
  input: { query: 'sample' },
  routing: { provider: 'serper' },
  every: '30d',
  ...more,
})
