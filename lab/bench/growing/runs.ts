import { growing } from './measure-growing.ts'
import type { BenchRequest } from './requests.ts'
import { type LoadedRuns, loadRuns } from './runs-data.ts'

const TIMES = 100
const TIMES_QUICK = 20
/** Far down: a hundred pages of the largest size. */
const PAGES_DOWN = 100

/** Listings of runs: `GET /v1/runs` by every filter, in a workspace that has 40 % of all runs. */
export const measureRuns = growing({
  name: 'runs',
  large: ['run'],
  async load(db, { rows, quick }) {
    const loaded = await loadRuns(db, rows)
    const key = loaded.workspace.keys.live
    return {
      title: `Listings of runs: ${rows} runs in all, ${Math.round(rows * 0.4)} of this workspace`,
      key,
      requests: async (url) => requestsOf(loaded, await cursorAfter(PAGES_DOWN, url, key), quick ? TIMES_QUICK : TIMES),
    }
  },
})

function requestsOf(loaded: LoadedRuns, farDown: string, repetitions: number): BenchRequest[] {
  const list = (name: string, query: Record<string, string>, key = loaded.workspace.keys.live): BenchRequest => ({
    name,
    method: 'GET',
    path: `/v1/runs?${new URLSearchParams(query)}`,
    repetitions,
    key,
  })
  return [
    list('newest', {}),
    list('newest, small workspace', {}, loaded.small.keys.live),
    list('a page far down', { cursor: farDown }),
    list('status, common', { status: 'succeeded' }),
    list('status, rare', { status: 'blocked' }),
    list('capability', { capability: 'contact.find' }),
    list('provider', { provider: 'hunter' }),
    list('provider, rare', { provider: loaded.rareProvider }),
    list('endpoint, rare', { endpoint: loaded.endpoint }),
    list('api key, rare', { api_key_id: loaded.rareKeyId }),
    list('status, capability and provider', { status: 'failed', capability: 'web.search', provider: 'serper' }),
    list('rare status and capability', { status: 'blocked', capability: 'web.search' }),
    list('a text that no run has', { q: 'nothing like this' }),
  ]
}

/** The cursor behind the first `pages` pages of 200 runs. */
async function cursorAfter(pages: number, url: string, key: string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page += 1) {
    const answer = await fetch(`${url}/v1/runs?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { next_cursor: next } = (await answer.json()) as { next_cursor: string | null }
    if (next === null) break
    cursor = next
  }
  return cursor
}
