import { it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { startTestService } from '../../../support/service.ts'
it('measures', async () => {
  const service = await startTestService({ env: { RATE_LIMIT_RUNS_PER_MINUTE: '100000', RATE_LIMIT_REQUESTS_PER_MINUTE: '100000' } })
  const { keys } = await buildWorkspace(service.db, { test: '5000.00' })
  const client = httpClient(service.url, keys.test)
  const n = Number(process.env['ROWS'] ?? '400')
  const items = Array.from({ length: n }, (_, i) => ({ email: `ada${i}@company${i}.example.com` }))
  const singles = async () => {
    const at = performance.now(); const cpu = process.cpuUsage()
    let next = 0
    await Promise.all(Array.from({ length: 20 }, async () => {
      while (next < n) { const i = next++; await client.post('/v1/run', { capability: 'contact.verify', input: items[i] }) }
    }))
    const u = process.cpuUsage(cpu)
    return `singles ${(n / ((performance.now() - at) / 1000)).toFixed(1)}/s cpu ${((u.user + u.system) / 1000 / n).toFixed(2)} ms/run`
  }
  const job = async () => {
    const at = performance.now(); const cpu = process.cpuUsage()
    const made = await client.post('/v1/jobs', { capability: 'contact.verify', rows: { items }, input: { email: '{{email}}' }, ceiling: '1000', pilot: 0 })
    const created = performance.now() - at
    const id = String(made.at('job_id'))
    const end = await client.get(`/v1/jobs/${id}?wait=120`)
    const u = process.cpuUsage(cpu)
    const ms = performance.now() - at
    const h = await service.client.workflow.getHandle(id).fetchHistory()
    const bytes = JSON.stringify(h).length
    return `job ${(n / (ms / 1000)).toFixed(1)}/s cpu ${((u.user + u.system) / 1000 / n).toFixed(2)} ms/run created ${created.toFixed(0)} ms ${String(end.at('status'))} events ${h.events?.length} json bytes/row ${(bytes / n).toFixed(0)}`
  }
  await singles()
  for (let i = 0; i < 3; i++) { console.log(await singles()); console.log(await job()) }
  await service.stop()
}, 600_000)
