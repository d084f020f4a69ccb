import { Pool } from 'undici'

export interface Reads {
  /** Milliseconds of one listing. */
  get(query: string, key: string): Promise<number>
  /** The cursor behind the first `pages` pages of 200 runs. */
  cursorAfter(pages: number, key: string): Promise<string>
  close(): Promise<void>
}

const ANSWER_SHOWN_CHARS = 500

/** Requests listings one after the other, over one kept connection. */
export function openReads(url: string): Reads {
  const pool = new Pool(url, { connections: 1, pipelining: 1 })
  const list = async (query: string, key: string): Promise<string> => {
    const answer = await pool.request({
      path: `/v1/runs?${query}`,
      method: 'GET',
      headers: { authorization: `Bearer ${key}` },
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200)
      throw new Error(`GET /v1/runs?${query} answered ${answer.statusCode}: ${text.slice(0, ANSWER_SHOWN_CHARS)}`)
    return text
  }
  return {
    async get(query, key) {
      const startedAt = performance.now()
      await list(query, key)
      return performance.now() - startedAt
    },
    async cursorAfter(pages, key) {
      let query = 'limit=200'
      for (let page = 0; page < pages; page += 1)
        query = `limit=200&cursor=${String(JSON.parse(await list(query, key)).next_cursor)}`
      return query.replace(/^.*cursor=/, '')
    },
    close: () => pool.destroy(),
  }
}
