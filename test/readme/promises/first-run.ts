import { expect } from '@jest/globals'
import { httpClient } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import type { Promised } from '../walk.ts'

/** Every workflow stands in the Web UI under the id of what it does. */
const inWebUi = async (ui: string, id: string): Promise<void> => {
  await until(async () => (await httpClient(ui).get(`/api/v1/namespaces/default/workflows/${id}`)).status, (status) => status === 200)
}

/** What a start prints is to be copied as it is. */
export const START: Promised = {
  command: 'npm start', starts: true, prints: /Temporal[^]*Ready at http/,
  async holds({ stdout, terminal }) {
    const copied = /^ +curl [^]*?'$/m.exec(stdout)?.[0] ?? 'false'
    const { code, stdout: answer } = await terminal.run(copied)
    expect([code, JSON.parse(answer)]).toMatchObject([0, { status: 'succeeded' }])
  },
}

export const FIRST_RUN: readonly Promised[] = [
  { command: 'credential()' },
  {
    command: 'curl -s "$(credential base_url)/v1/run"',
    async holds({ json, at, newcomer }) {
      expect(json).toMatchObject({ status: 'succeeded', done: true, simulated: true, billing: { quoted: expect.any(String), charged: expect.any(String) }, result: { simulated: true } })
      expect(at('attempts', '0', 'outcome')).toBe('succeeded')
      await inWebUi(newcomer.credential('temporal_ui'), String(at('run_id')))
    },
  },
  { command: 'v1/discover', holds: ({ at }) => expect(at('items', '0', 'capability')).toBe('contact.find') },
  { command: 'raw()' },
  { command: `raw '{"provider":"sec"`, holds: ({ json }) => expect(json).toMatchObject({ status: 'succeeded', kind: 'endpoint', result: { raw: true } }) },
  { command: `raw '{"provider":"dataforseo"`, holds: ({ json }) => expect(json).toMatchObject({ status: 'succeeded', kind: 'endpoint', result: { raw: true } }) },
  { command: `raw '{"provider":"apify"`, holds: ({ json }) => expect(json).toMatchObject({ status: 'succeeded', kind: 'endpoint', result: { raw: true } }) },
]
