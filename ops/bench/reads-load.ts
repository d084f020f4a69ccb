import { Pool } from 'undici'

export interface Reads {
  /** Milliseconds of one listing. */
  get(query: string, key: string): Promise<number>
  close(): Promise<void>
}

const ANSWER_SHOWN_CHARS = 500

/** Requests listings one after the other, over one kept connection. */
export function openReads(url: string): Reads {
  const pool = new Pool(url, { connections: 1, pipelining: 1 })
  return {
    async get(query, key) {
      const startedAt = performance.now()
      const answer = await pool.request({
        path: `/v1/runs?${query}`,
        method: 'GET',
        headers: { authorization: `Bearer ${key}` },
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200)
        throw new Error(`GET /v1/runs?${query} answered ${answer.statusCode}: ${text.slice(0, ANSWER_SHOWN_CHARS)}`)
      return performance.now() - startedAt
    },
    close: () => pool.destroy(),
  }
}
