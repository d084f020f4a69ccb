// A provider that hangs, for the drill of ops/RUNBOOK.md: node dev/hanging-provider.mjs <port>
// Every actor that is started runs forever, in the form that Apify reports: RUNNING at each look, until it is aborted
// or until POST /end, which ends all of them. Every other request is accepted and never answered.
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'

// Apify's longest wait before it answers.
const WAIT_SECONDS_MAX = 60

/** @type {Map<string, string>} The status of each run by its id. */
const runs = new Map()
const changes = new EventEmitter().setMaxListeners(0)

/** @param {string} id @param {string} status */
function end(id, status) {
  if (runs.get(id) === 'RUNNING') runs.set(id, status)
  changes.emit('change')
}

/** @param {string} id @param {number} seconds */
async function untilEnded(id, seconds) {
  const signal = AbortSignal.timeout(Math.min(seconds, WAIT_SECONDS_MAX) * 1000)
  while (runs.get(id) === 'RUNNING' && !signal.aborted) await once(changes, 'change', { signal }).catch(() => undefined)
}

const server = createServer(async (request, response) => {
  console.log(request.method, request.url)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, , kind, id = '', verb] = pathname.split('/')
  const answer = (/** @type {number} */ status, /** @type {string} */ run) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { id: run, status: runs.get(run) } }))
  }
  if (request.method === 'POST' && pathname === '/end') {
    for (const run of runs.keys()) end(run, 'SUCCEEDED')
    response.end(`${runs.size} ended\n`)
  } else if (request.method === 'POST' && kind === 'actors' && verb === 'runs') {
    const run = `drill${Date.now()}x${runs.size}`
    runs.set(run, 'RUNNING')
    answer(201, run)
  } else if (kind === 'actor-runs') {
    // A run that was started before this program: it hangs as well.
    if (!runs.has(id)) runs.set(id, 'RUNNING')
    if (verb === 'abort') end(id, 'ABORTED')
    else await untilEnded(id, Number(searchParams.get('waitForFinish') ?? '0'))
    answer(200, id)
  }
})
server.listen(Number(process.argv[2] ?? '8787'), '127.0.0.1', () => {
  const address = server.address()
  console.log(`hanging at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
