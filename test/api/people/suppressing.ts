import { callTool } from '../../support/mcp.ts'
import { servedForm } from '../../support/html-form.ts'
import { at } from '../../support/http.ts'
import { type Office, ok } from './office.ts'
import { type Spelled, textOf } from './people.ts'

/** Suppresses one identity by one door. */
type Way = (office: Office, identity: Spelled, text: string) => Promise<void>

const WAYS = {
  api: async ({ live }, _, text) => void (await ok(live.post('/v1/suppressions', { subjects: [text] }))),
  mcp: async ({ mcp }, _, text) => {
    const { isError, body } = await callTool(mcp, 'table_write', { action: 'suppress', subjects: [text] })
    if (isError) throw new Error(JSON.stringify(body))
  },
  page: async ({ browser, page }, _, text) => {
    const form = servedForm((await browser.get(page('/suppressions'))).text, 'form-add') ?? []
    const sent = form.map(([name, value]): [string, string] => [name, name === 'subjects' ? text : value])
    const { status, text: answer } = await browser.post(page('/suppressions'), sent)
    if (status !== 303) throw new Error(`${status}: ${answer}`)
  },
} satisfies Record<string, Way>

export type WayName = keyof typeof WAYS | 'unsubscribe'
export const WAY_NAMES: readonly WayName[] = ['api', 'mcp', 'page', 'unsubscribe']

export async function suppressBy(office: Office, way: WayName, identity: Spelled, drawn: number): Promise<void> {
  const text = textOf(identity, drawn)
  if (way === 'unsubscribe' && identity.kind === 'email') return unsubscribe(office, text)
  return WAYS[way === 'unsubscribe' ? 'api' : way](office, identity, text)
}

/** A mail goes out, and the person presses the button of its header. */
async function unsubscribe({ live, stage, inboxId }: Office, to: string): Promise<void> {
  const input = { to, inbox_id: inboxId, subject: 'A question', text: 'Hello.' }
  await ok(live.post('/v1/run', { capability: 'email.send', input, routing: { allow_repeat: true } }))
  const call = stage.calls('agentmail', 'POST /v0/inboxes/{inbox_id}/messages/send').at(-1)
  const [, link = ''] = /<(https?:[^>]+)>/.exec(String(at(call?.body, 'headers', 'List-Unsubscribe'))) ?? []
  const answer = await fetch(link, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  if (answer.status !== 200) throw new Error(`the link answered ${answer.status}`)
}
