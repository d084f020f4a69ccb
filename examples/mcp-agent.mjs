// An agent's loop over MCP, without a model: find what does a job, look at its price, run it within a budget, read the
// wallet.
//   BASE_URL=http://127.0.0.1:8080 API_KEY=svc_test_... node examples/mcp-agent.mjs 'work email of a person'
// It needs the package @modelcontextprotocol/client. A real agent gives `tools` to its model and calls what the model
// chooses.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { BASE_URL: baseUrl = 'http://127.0.0.1:8080', API_KEY: key = '' } = process.env
const [job = 'work email of a person'] = process.argv.slice(2)
const BUDGET_USD = '0.05'

const client = new Client({ name: 'example-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  }),
)

/**
 * Calls a tool and answers its structured content. An error is content too: an agent acts on its code and message.
 * @param {string} name
 * @param {Record<string, unknown>} args
 * @returns {Promise<any>}
 */
async function call(name, args) {
  const { isError, structuredContent } = await client.callTool({ name, arguments: args })
  if (isError) console.log(`${name} was refused:`, JSON.stringify(structuredContent))
  return structuredContent
}

try {
  const { tools } = await client.listTools()
  console.log('tools:', tools.map(({ name }) => name).join(', '))

  const { items } = await call('discover', { query: job, limit: 3 })
  const capability = items.find((/** @type {any} */ item) => item.kind === 'capability')?.capability
  console.log('chosen:', capability)

  // The example of a capability is an input that it takes; a model would fill `input_schema` from the conversation.
  const { example, starting_price: price } = await call('inspect', { capability })
  console.log('price:', price.amount, price.currency)

  const run = await call('run', { capability, input: example.input, routing: { max_cost: BUDGET_USD } })
  console.log('run:', run.status, JSON.stringify(run.result ?? run.error))

  const wallet = await call('wallet', {})
  console.log('left:', wallet.available, wallet.currency)
} finally {
  await client.close()
}
