import type { Pool } from 'pg'
import { type Dispatcher, request } from 'undici'

interface Deps {
  readonly pool: Pool
  readonly agent: Dispatcher
  readonly providerUrl: string
}

/** Three steps of one commit each; the middle one may call the provider as an attempt does. */
export const createBareActivities = ({ pool, agent, providerUrl }: Deps) => {
  const commit = async (id: string, step: string): Promise<void> => {
    await pool.query({
      name: 'insert_bench',
      text: 'insert into bench (id, step) values ($1, $2) on conflict do nothing',
      values: [id, step],
    })
  }
  return {
    first: ({ id }: { id: string }) => commit(id, 'first'),
    async middle({ id, call }: { id: string; call: boolean }): Promise<void> {
      if (call) await searchAt(agent, providerUrl)
      await commit(id, 'middle')
    },
    last: ({ id }: { id: string }) => commit(id, 'last'),
  }
}

/** One search at the bench's provider (`provider.ts`), as the adapter sends it. */
async function searchAt(agent: Dispatcher, providerUrl: string): Promise<void> {
  const answer = await request(`${providerUrl}/search`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: 'durable workflow engines', num: 10, page: 1 }),
  })
  if (answer.statusCode !== 200) throw new Error(`the provider answered ${answer.statusCode}`)
  await answer.body.json()
}

export type BareActivities = ReturnType<typeof createBareActivities>
