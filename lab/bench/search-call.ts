import { type Dispatcher, request } from 'undici'

/** One search at the bench's provider (`provider.ts`), as the adapter sends it. */
export async function searchAt(agent: Dispatcher, providerUrl: string): Promise<void> {
  const answer = await request(`${providerUrl}/search`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: 'durable workflow engines', num: 10, page: 1 }),
  })
  if (answer.statusCode !== 200) throw new Error(`the provider answered ${answer.statusCode}`)
  await answer.body.json()
}
