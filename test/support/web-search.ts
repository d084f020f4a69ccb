import type { ProviderSettings } from '../../activities/providers/settings.ts'
import { type Simulator, startSimulator } from './http-simulator.ts'

/** A page as a search engine lists it. */
export interface Hit {
  readonly url: string
  readonly title?: string
  readonly position?: number
}

/** The live provider of web.search, which lists what the test says: the web as it is now. */
export interface ChangingWeb {
  readonly serper: Simulator
  readonly settings: ProviderSettings
  /** What every search from now on finds. */
  lists(...hits: readonly Hit[]): void
  close(): Promise<void>
}

export async function startChangingWeb(): Promise<ChangingWeb> {
  const serper = await startSimulator()
  return {
    serper,
    settings: { serper: { apiKey: 'serper-key', baseUrl: serper.url } },
    lists: (...hits) =>
      serper.script({
        json: {
          searchParameters: { q: 'sample' },
          organic: hits.map(({ url, title = 'Sample', position }, index) => ({
            title,
            link: url,
            snippet: 'An invented page.',
            position: position ?? index + 1,
          })),
        },
      }),
    close: () => serper.close(),
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
