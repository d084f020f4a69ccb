import { connectAccount } from '../../build/connected-account.ts'
import { buildPerson } from '../../build/person.ts'
import { buildSession } from '../../build/session.ts'
import { makeInbox, publishRecords } from '../../build/sending-domain.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { httpClient, type HttpClient } from '../../support/http.ts'
import { connectMcp } from '../../support/mcp.ts'
import { type Stage, startStage } from '../../support/stage.ts'

/** A workspace with everything by which people come in and are written to. */
export interface Office {
  readonly stage: Stage
  readonly live: HttpClient
  readonly mcp: Awaited<ReturnType<typeof connectMcp>>
  readonly browser: Browser
  readonly page: (path: string) => string
  readonly inboxId: string
  /** The verified domain of the account that it has at Resend. */
  readonly domain: string
  close(): Promise<void>
}

const DOMAIN = 'people.example.com'

export async function openOffice(): Promise<Office> {
  const stage = await startStage({ providers: ['agentmail', 'hunter', 'resend', 'unipile'], sweepEveryMs: 200 })
  const { db, url } = stage.service
  const { id, keys } = await buildWorkspace(db)
  const live = httpClient(url, keys.live)
  await ok(live.post('/v1/features', { tables: true }))
  await ok(live.post('/v1/outbound-guard', { repeat_touch_days: 0 }))
  const [inboxId] = await Promise.all([
    makeInbox(live, { username: 'people' }),
    connectResend(stage, live),
    connectAccounts(httpClient(url, (await buildSession(db, id)).token)),
  ])
  const { email, password } = await buildPerson(db, id)
  const browser = openBrowser()
  await browser.post(`${url}/dashboard/sign-in`, Object.entries({ email, password, action: 'sign-in' }))
  const mcp = await connectMcp(url, keys.live)
  return {
    stage,
    live,
    mcp,
    browser,
    page: (path) => `${url}/dashboard/live${path}`,
    inboxId,
    domain: DOMAIN,
    async close() {
      await mcp.close()
      await stage.stop()
    },
  }
}

async function connectAccounts(session: HttpClient): Promise<void> {
  for (const network of ['linkedin', 'instagram', 'whatsapp'] as const) await connectAccount(session, network)
}

/** Raw emails go through an account of the workspace's own. */
async function connectResend(stage: Stage, live: HttpClient): Promise<void> {
  const key = 'twin_resend_people'
  const there = httpClient(`${stage.twins.url}/resend`, key)
  const id = String((await there.post('/domains', { name: DOMAIN })).at('id'))
  await publishRecords(stage.twins, DOMAIN)
  await there.post(`/domains/${id}/verify`)
  await ok(live.post('/v1/connections/resend', { api_key: key }))
}

export async function ok<Answer extends { readonly status: number; readonly text: string }>(
  answer: Promise<Answer>,
): Promise<Answer> {
  const done = await answer
  if (done.status !== 200) throw new Error(`${done.status}: ${done.text}`)
  return done
}
