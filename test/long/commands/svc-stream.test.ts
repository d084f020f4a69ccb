import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyWebhook } from '../../../packages/client/index.ts'
import { buildConnectedApp } from '../../build/connected-app.ts'
import { type CliOptions, type Ended, svc } from '../../support/cli.ts'
import { RAISED, raiseDelivery, raiseEvents, registerWebhook } from '../../support/events.ts'
import { at, httpClient } from '../../support/http.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { until } from '../../support/until.ts'

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  ;[service, receiver] = await Promise.all([startTestService(), startReceiver()])
})
afterAll(async () => {
  await receiver.close()
  await service.stop()
})
beforeEach(() => receiver.reset())

const env = () => ({ SVC_BASE_URL: service.url, SVC_API_KEY: service.workspace.keys.live })
const cli = (argv: readonly string[], options: CliOptions = {}): Promise<Ended> =>
  svc(argv, { ...options, env: { ...env(), ...options.env } })
/** One event for each name, of which its line shows the recipient. */
const raise = (...names: string[]): Promise<string[]> =>
  raiseEvents(service, { workspace: service.workspace, environment: 'live' }, names)
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** A command that runs until it is interrupted, and its output so far. */
function going(argv: readonly string[], options: CliOptions = {}) {
  const controller = new AbortController()
  const written = { stdout: '', stderr: '' }
  const ended = cli(argv, {
    ...options,
    interrupted: controller.signal,
    onWrite: (text, to) => {
      written[to] += text
    },
  })
  started.push({ ended, controller })
  return {
    written,
    output: (to: 'stdout' | 'stderr', what: RegExp) =>
      until(
        async () => written[to],
        (text) => what.test(text),
        60,
      ),
    interrupt: () => {
      controller.abort()
      return ended
    },
  }
}
const started: { readonly ended: Promise<Ended>; readonly controller: AbortController }[] = []
afterEach(async () => {
  for (const { ended, controller } of started.splice(0)) {
    controller.abort()
    await ended
  }
})

describe('svc events', () => {
  it('reads a page, and names the command for the next', async () => {
    const ids = await raise('first', 'second')
    const page = await cli(['events', '--limit', '1'])
    expect(page.stdout).toContain(`${ids[0]}  ${RAISED}`)
    expect(page.stderr).toContain(`--after ${ids[0]}`)
    const next = await cli(['events', '--after', ids[0] ?? ''])
    expect(next.stdout).toContain('recipient: second-')
    expect(JSON.parse((await cli(['events', '--json'])).stdout)).toMatchObject({
      items: expect.any(Array),
      next_after: ids.at(-1),
    })
    expect(await cli(['events', '--after', ids[0] ?? '', '--since', '1h'])).toMatchObject({ code: 2 })
    expect(await cli(['events', '--types', 'email.sent'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no event type'),
    })
    expect((await cli(['events', '--class', 'interested', '--after', ids[0] ?? ''])).stdout).toBe('')
    expect(await cli(['events', '--class', 'kind'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no class'),
    })
  })

  it('follows over a dropped connection, each event once, and prints where it stopped', async () => {
    const [before = ''] = await raise('before')
    const proxy = await startTcpProxy(service.url)
    try {
      const follower = going(['events', '--follow', '--after', before, '--json'], { env: { SVC_BASE_URL: proxy.url } })
      const [one = ''] = await raise('one')
      await follower.output('stdout', new RegExp(one))
      const connections = proxy.connections()
      proxy.cut()
      const [two = '', three = ''] = await raise('two', 'three')
      await follower.output('stdout', new RegExp(three))
      expect(proxy.connections()).toBeGreaterThan(connections)
      const { code, stdout, stderr } = await follower.interrupt()
      expect(linesOf(stdout).map((line) => at(JSON.parse(line), 'id'))).toEqual([one, two, three])
      expect({ code, stderr }).toEqual({
        code: 130,
        stderr: expect.stringContaining(`svc events --follow --after ${three}`),
      })
    } finally {
      await proxy.close()
    }
  })

  it('ends after the requested number of events', async () => {
    const [after = ''] = await raise('a', 'b', 'c')
    expect(await cli(['events', '--follow', '--after', after, '--limit', '2'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[^\n]+recipient: b-[^\n]+\n[^\n]+recipient: c-[^\n]+\n$/),
    })
  })
})

describe('svc webhooks listen', () => {
  const forwardTo = () => `${receiver.url}/hooks`
  const listening = async (argv: readonly string[] = [], options: CliOptions = {}) => {
    const listener = going(['webhooks', 'listen', '--forward-to', forwardTo(), ...argv], options)
    await listener.output('stderr', /Forwarding to/)
    return listener
  }

  it('posts future events exactly as a webhook is delivered, signed by the secret that it prints', async () => {
    await raise('before')
    const listener = await listening()
    const secret = /whsec_\S+/.exec(await listener.output('stderr', /whsec_\S+\n/))?.[0] ?? ''
    await raise('now')
    await listener.output('stdout', /200/)
    expect(receiver.received.length).toBe(1)
    const [got] = receiver.received
    const { headers = {}, body = '' } = got ?? {}
    const event = await verifyWebhook({ secret, header: String(at(headers, 'service-signature')), body })
    expect(event).toMatchObject({ type: RAISED, data: { recipient: expect.stringMatching(/^now-/) } })
    expect(headers).toMatchObject({
      'service-event-id': event.id,
      'service-event-type': event.type,
      'service-delivery-id': expect.stringMatching(/^whd_\w+$/),
      'content-type': 'application/json',
    })
    expect(await listener.interrupt()).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(new RegExp(`${event.id} {2}${RAISED} +200`)),
      stderr: expect.stringContaining(`--after ${event.id}`),
    })
  })

  it('sends the same bytes and headers as the service', async () => {
    const listener = await listening(['--secret', 'whsec_mine', '--json'])
    expect(listener.written.stderr).not.toContain('whsec_mine')
    const { id } = await registerWebhook(service, `${receiver.url}/delivered`)
    await raiseDelivery(service, id, "both-ways'é日本&")
    await until(
      async () => receiver.received.length,
      (count) => count === 2,
      60,
    )
    const [delivered, forwarded] = ['/delivered', '/hooks'].map((path) =>
      receiver.received.find((one) => one.path === path),
    )
    expect(forwarded?.body).toBe(delivered?.body)
    const own = [
      'service-signature',
      'service-delivery-id',
      'webhook-timestamp',
      'webhook-signature',
      'host',
      'connection',
      'content-length',
    ]
    const alike = (headers: object | undefined) =>
      Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !own.includes(name)))
    expect(alike(forwarded?.headers)).toEqual(alike(delivered?.headers))
    await listener.output('stdout', /delivered/)
    expect(JSON.parse(listener.written.stdout)).toMatchObject({ delivered: true, status_code: 200, error: null })
    await httpClient(service.url, service.workspace.keys.live).delete(`/v1/webhooks/${id}`)
  })

  it('needs only the scope to read, and begins after the given event', async () => {
    const { token } = await buildConnectedApp({ db: service.db, url: service.url }, service.workspace.id, ['read'])
    const [after = '', next = ''] = await raise('given', 'missed')
    const listener = await listening(['--after', after], { env: { SVC_API_KEY: token } })
    await listener.output('stdout', new RegExp(`${next} .* 200`))
    expect(receiver.received.length).toBe(1)
  })

  it("prints the receiver's answer, and follows no redirect", async () => {
    const listener = await listening()
    receiver.answer(302)
    await raise('redirected')
    await listener.output('stdout', /302 \(no 2xx/)
    expect(receiver.received.length).toBe(1)
  })

  it('leaves the event at which it was interrupted to the next listener', async () => {
    const listener = await listening()
    receiver.answer('never')
    await raise('never-answered')
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
      60,
    )
    expect(await listener.interrupt()).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.not.stringContaining('Forwarded to'),
    })
  })

  it('waits a moment for a receiver that is starting', async () => {
    const late = await startReceiver()
    const { port } = new URL(late.url)
    await late.close()
    const listener = going(['webhooks', 'listen', '--forward-to', `http://127.0.0.1:${port}/hooks`])
    await listener.output('stderr', /Forwarding to/)
    await raise('refused')
    await listener.output('stdout', /no server listens at this URL .*at try 4/)
  })

  it.each(['http://8.8.8.8/x', 'http://169.254.169.254/latest', 'http://[2001:db8::1]/x'])(
    'sends nothing to %s',
    async (url) => {
      const [after = ''] = await raise('one', 'two')
      const listener = going(['webhooks', 'listen', '--forward-to', url, '--after', after])
      await listener.output('stdout', /not sent/)
    },
  )

  it('refuses an invalid address', async () => {
    for (const url of ['127.0.0.1:3000', 'ftp://127.0.0.1', 'http://user:secret@127.0.0.1/']) {
      expect(await cli(['webhooks', 'listen', '--forward-to', url])).toMatchObject({
        code: 2,
        stderr: expect.not.stringContaining('secret@'),
      })
    }
  })
})

describe('svc webhooks', () => {
  it('registers, lists, reads, tests, changes, rotates and deletes an endpoint', async () => {
    const made: unknown = JSON.parse(
      (await cli(['webhooks', 'create', `${receiver.url}/own`, '--types', 'email.received, email.bounced', '--json']))
        .stdout,
    )
    const id = String(at(made, 'id'))
    expect(made).toMatchObject({
      events: ['email.received', 'email.bounced'],
      secret: expect.stringMatching(/^whsec_/),
    })
    expect((await cli(['webhooks'])).stdout).toContain(id)
    expect(await cli(['webhooks', 'test', id])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/delivered +yes/),
    })
    receiver.answer(500)
    expect(await cli(['webhooks', 'test', id])).toMatchObject({ code: 1, stdout: expect.stringMatching(/answer +500/) })
    const seen = await cli(['webhooks', 'get', id])
    expect(seen.stdout).toMatch(/whd_\w+ +failed +webhook\.test +1 +500/)
    expect(seen.stdout).not.toContain('whsec_')
    const delivered = await cli(['webhooks', 'get', id, '--status', 'delivered'])
    expect(delivered.stdout.match(/whd_\w+ +(\w+)/g)).toEqual([expect.stringContaining(' delivered')])
    expect(await cli(['webhooks', 'retry', id, /whd_\w+/.exec(seen.stdout)?.[0] ?? ''])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A test event is sent once'),
    })
    expect((await cli(['webhooks', 'update', id, '--types', 'all', '--disable'])).stdout).toMatch(
      /events +all\n +state +disabled/,
    )
    expect((await cli(['webhooks', 'rotate-secret', id])).stdout).toMatch(/secret +whsec_/)
    expect(await cli(['webhooks', 'delete', id])).toMatchObject({ code: 0, stdout: `${id} deleted\n` })
    expect((await cli(['webhooks', 'get', id])).code).toBe(4)
  })
})
