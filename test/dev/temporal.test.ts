import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { makeAuthority } from '../support/certificates.ts'
import { testTemporal } from '../support/temporal.ts'
import { startTemporalGateway, type TemporalGateway } from '../support/temporal-gateway.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../../dev/temporal.ts', import.meta.url))
const API_KEY = 'the-key-of-a-namespace'

const authority = makeAuthority('Temporal')
const client = authority.issue({ name: 'operator' })
const PEM = { CA: authority.cert, CERT: client.cert, KEY: client.key }
let folder: string
let gateway: TemporalGateway
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'temporal-tls-'))
  for (const [name, text] of Object.entries(PEM)) writeFileSync(join(folder, name), text)
  gateway = await startTemporalGateway(testTemporal().address, {
    ...authority.issue({ name: 'localhost' }),
    clientCa: authority.cert,
    apiKey: API_KEY,
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await gateway.close()
})

const countWorkflows = (settings: Readonly<Record<string, string>>) =>
  run(process.execPath, [PROGRAM, 'workflow', 'count'], {
    env: { ...process.env, TEMPORAL_ADDRESS: `localhost:${gateway.port}`, ...settings },
  })
const settingsBy = (valueOf: (name: keyof typeof PEM) => string): Record<string, string> => ({
  TEMPORAL_TLS_CA: valueOf('CA'),
  TEMPORAL_TLS_CERT: valueOf('CERT'),
  TEMPORAL_TLS_KEY: valueOf('KEY'),
  TEMPORAL_API_KEY: API_KEY,
})

describe("Temporal's command line, by the settings of the service", () => {
  it.each<[string, (name: keyof typeof PEM) => string]>([
    ['files', (name) => join(folder, name)],
    ['text', (name) => PEM[name]],
  ])('reaches a server over TLS, with certificates and key as %s', async (_, valueOf) => {
    const { stdout } = await countWorkflows(settingsBy(valueOf))
    expect(stdout).toMatch(/^Total: \d+/)
  })

  it('fails with another API key', async () => {
    const settings = { ...settingsBy((name) => PEM[name]), TEMPORAL_API_KEY: 'another' }
    await expect(countWorkflows(settings)).rejects.toMatchObject({ stderr: expect.stringContaining('Unauthenticated') })
  })
})
