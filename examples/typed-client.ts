// Finds a work email with the typed client: discover what does the job, read its price, run it within a budget.
//   BASE_URL=http://127.0.0.1:8080 API_KEY=svc_test_... node examples/typed-client.ts 'Ada Example' example.com
import { createClient, ServiceError } from 'routed-data-client'

const { BASE_URL: baseUrl = 'http://127.0.0.1:8080', API_KEY: token = '' } = process.env
const [fullName = 'Ada Example', domain = 'example.com'] = process.argv.slice(2)

const client = createClient({ baseUrl, token })

try {
  const found = await client.request('POST /v1/discover', { body: { query: 'work email of a person', limit: 1 } })
  const capability =
    found.items.flatMap((item) => (item.kind === 'capability' ? [item.capability] : []))[0] ?? 'contact.find'
  const inspected = await client.request('POST /v1/inspect', { body: { capability } })
  const price = inspected.kind === 'capability' ? inspected.starting_price?.amount : undefined
  console.log(`${capability} costs ${price ?? 'an unknown amount'} USD`)

  // The client makes an idempotency key for the run and repeats the request when an answer is lost: it is charged once.
  const run = await client.run({ capability, input: { full_name: fullName, domain }, routing: { max_cost: '0.05' } })
  if (run.status === 'succeeded')
    console.log(
      `found ${String(run.result?.['email'])} at ${String(run.provider)}, charged ${run.billing.charged ?? '0.00'} USD`,
    )
  else console.log(`${run.status}: ${run.error?.message ?? ''}`)
} catch (error) {
  // A refused request; a run that found nothing or failed is an answer, not an exception.
  if (!(error instanceof ServiceError)) throw error
  console.error(`${error.code}: ${error.message} (${error.requestId})`)
  process.exitCode = 1
}
