import { expect } from '@jest/globals'
import { httpClient } from '../../../support/http.ts'
import { until } from '../../../support/until.ts'
import type { Newcomer } from '../newcomer.ts'
import type { CommandPromise } from '../walk.ts'

/** A start's output can be copied as it is. */
export const START: CommandPromise = {
  command: 'npm start',
  startsService: true,
  prints: /Temporal[^]*Ready at http/,
  async check({ stdout, terminal }) {
    const copied = /^ +curl [^]*?'$/m.exec(stdout)?.[0] ?? 'false'
    const { code, stdout: answer } = await terminal.run(copied)
    expect([code, JSON.parse(answer)]).toMatchObject([0, { status: 'succeeded' }])
    for (const [line] of stdout.matchAll(/^ +(?:alias svc=|svc ).*/gm))
      expect([line, await terminal.run(line)]).toMatchObject([line, { code: 0 }])
    // It packs the clients in the background.
    const [, clients = ''] = /^ +Clients +(\S+)$/m.exec(stdout) ?? []
    const index = await until(
      () => httpClient(clients).get('index.json'),
      ({ status }) => status === 200,
    )
    expect(index.at('not_served')).toEqual(['Typed client for Python'])
  },
}

/** Every run is a workflow of its id in the Web UI. */
async function inWebUi(newcomer: Newcomer, runId: unknown): Promise<void> {
  const ui = httpClient(newcomer.credential('temporal_ui'))
  await until(
    async () => (await ui.get(`/api/v1/namespaces/default/workflows/${String(runId)}`)).status,
    (status) => status === 200,
  )
}

const idIn = (text: string): string => /run_\w+/.exec(text)?.[0] ?? 'none'
/** A run that an earlier start has made, and its idempotency key. */
let before: { readonly run: string; readonly key: string } | null = null

export const FIRST_RUN: readonly CommandPromise[] = [
  { command: 'alias svc=' },
  {
    command: "full_name='Ada Example'",
    prints:
      /^succeeded +contact\.find +simulated$[^]*charged +\S+ USD[^]*email +\S+@example\.com[^]*Attempts[^]*succeeded/m,
    async check({ stdout, newcomer }) {
      before = { run: idIn(stdout), key: newcomer.credential('test_key') }
      await inWebUi(newcomer, before.run)
    },
  },
  { command: "full_name='Ada +fallback'", prints: /Attempts[^]*provider_error[^]*succeeded/ },
  { command: 'credential()' },
  {
    command: 'curl -s "$(credential base_url)/v1/run"',
    async check({ json, at, newcomer }) {
      expect(json).toMatchObject({
        status: 'succeeded',
        done: true,
        simulated: true,
        billing: { quoted: expect.any(String), charged: expect.any(String) },
        result: { simulated: true },
      })
      expect(at('attempts', '0', 'outcome')).toBe('succeeded')
      for (const page of ['/api-reference', '/llms.txt'])
        expect((await httpClient(newcomer.credential('base_url')).get(page)).status).toBe(200)
    },
  },
  { command: 'svc discover', prints: /^contact\.find /m },
  { command: 'svc inspect contact.find', prints: /^Input[^]*full_name[^]*^Offers/m },
  { command: 'svc run sec', prints: /^succeeded +sec .*simulated$[^]*0000320193/m },
  { command: 'svc run dataforseo', prints: /^succeeded +dataforseo .*simulated$/m },
  {
    command: 'svc run apify',
    prints: /^succeeded +apify .*simulated$/m,
    async check({ stdout, newcomer }) {
      const run = async () =>
        (
          await httpClient(newcomer.credential('base_url'), newcomer.credential('test_key')).get(
            `/v1/runs/${idIn(stdout)}`,
          )
        ).at('usage_charges', '0', 'reason')
      expect(await until(run, (reason) => reason !== undefined)).toBe('provider_final_bill')
    },
  },
  {
    command: 'PROVIDER_SEC_CONTACT=',
    startsService: true,
    prints: /Ready at/,
    async check({ newcomer }) {
      expect(newcomer.credential('test_key')).toBe(before?.key)
      expect(
        (await httpClient(newcomer.credential('base_url'), before?.key).get(`/v1/runs/${before?.run ?? ''}`)).at(
          'status',
        ),
      ).toBe('succeeded')
    },
  },
  {
    command: 'svc run company.filings',
    prints: /^succeeded +company\.filings$[^]*provider +sec$[^]*charged +0\.00 USD/m,
  },
]
