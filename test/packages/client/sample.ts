import { createClient, type Run, ServiceError, verifyWebhook } from '../../../packages/client/index.ts'

/**
 * A program as customers write it, against the types only; it never runs. `types.test.ts` compiles it against the
 * document, and against broken copies of the document; a line marked with `breaks:` must not compile with the copy of
 * that name.
 */
export async function sample(): Promise<string> {
  const client = createClient({ baseUrl: 'https://api.example.com', token: 'svc_test_key' })

  const found = await client.request('POST /v1/discover', {
    body: { query: 'work email' }, // breaks: a request member is required
  })
  const run: Run = await client.run({
    capability: 'contact.find',
    input: { full_name: 'Ada Example', domain: 'example.com' },
    routing: { strategy: 'cheapest', max_cost: '0.10' }, // breaks: a value that requests may have is gone
    wait_seconds: 20, // breaks: a request member has another type
  })
  const path: string = run.poll_url // breaks: a member of an answer is renamed
  if (run.status === 'succeeded') return path // breaks: a value that answers may have is gone

  const wallet = await client.request('GET /v1/wallet')
  const [dollars] = wallet.balance.split('.') // breaks: a member of an answer has another type
  const about = await client.request(
    'GET /v1/history', // breaks: a route is gone
    { query: { q: 'ada@example.com', limit: 5 } },
  )
  await client.request(
    'POST /v1/runs/{run_id}/cancel', // breaks: a path parameter is renamed
    { params: { run_id: run.run_id } },
  )
  await client.request('GET /v1/runs', { query: { provider: 'hunter' } }) // breaks: a query parameter is gone
  await client.request('POST /v1/webhooks', {
    body: { url: 'https://example.com/hook' },
    idempotencyKey: 'hook-1', // breaks: a route takes no key any more
  })
  const spent = run.billing.charged?.length ?? 0
  const stoppable: boolean = run.stoppable // breaks: a member of an answer may be missing

  const pages = client.pages('GET /v1/runs', { query: { status: 'failed' } }) // breaks: a list does not page any more
  for await (const page of pages) {
    for (const listed of page.items) if (listed.error?.code === 'provider_timeout') return listed.run_id
  }
  for await (const event of client.events({ types: ['email.received'] })) return event.id
  const event = await verifyWebhook({ secret: 'whsec_1', header: null, body: '' }).catch((error: unknown) =>
    error instanceof ServiceError ? error.code : 'refused',
  )
  return `${found.items.length} ${dollars} ${about.truncated} ${spent} ${stoppable} ${typeof event === 'string' ? event : event.type}`
}
