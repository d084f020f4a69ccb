import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { INBOUND_PROVIDERS, type InboundProvider } from '../../../../domain/inbound/message.ts'
import { INBOUND_SECRETS, inboundFixture, provenBy, sendInbound } from '../../../build/inbound.ts'
import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const MESSAGES: Readonly<Record<InboundProvider, string>> = {
  agentmail: 'agentmail-received',
  resend: 'resend-bounced',
  unipile: 'unipile-linkedin-message',
}
const SIGNED = ['agentmail', 'resend'] as const
const MINUTE_MS = 60_000

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, inboundSecrets: INBOUND_SECRETS })
})
afterAll(() => service.stop())
afterEach(async () => {
  await service.db.pool.query('delete from inbound_message')
})

const stored = async (): Promise<{ provider: string; external_id: string; body: string }[]> =>
  (await service.db.pool.query('select provider, external_id, body from inbound_message order by received_at')).rows

const post = (provider: InboundProvider, text: string, headers: Readonly<Record<string, string>>) =>
  httpClient(service.url).request(`/v1/inbound/${provider}`, { method: 'POST', text, headers })

async function refusals(provider: InboundProvider, reason: string): Promise<number> {
  const text = await (await fetch(service.api.metricsUrl)).text()
  return Number(
    new RegExp(`inbound_refused_total\\{provider="${provider}",reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  )
}

/** Refused with this status, counted under this reason, and not stored. */
async function expectRefused(
  provider: InboundProvider,
  reason: string,
  expected: { status: number; code: string },
  send: () => ReturnType<typeof post>,
): Promise<void> {
  const before = await refusals(provider, reason)
  const answer = await send()
  expect([answer.status, answer.at('error', 'code')]).toEqual([expected.status, expected.code])
  expect([await refusals(provider, reason), await stored()]).toEqual([before + 1, []])
}

const UNAUTHORIZED = { status: 401, code: 'unauthorized' }

describe.each(INBOUND_PROVIDERS)('POST /v1/inbound/%s', (provider) => {
  const message = inboundFixture(MESSAGES[provider])
  const text = JSON.stringify(message)

  it('stores the exact bytes, unknown members included', async () => {
    const odd = JSON.stringify({ ...message, invented_member: { deep: ['\u00e9\u{1f600}'] } }, null, 3)
    const answer = await sendInbound(service.url, provider, odd)
    expect([answer.status, answer.body]).toEqual([200, { received: true }])
    expect((await stored()).map(({ body }) => body)).toEqual([odd])
  })

  it('stores a message once, also when it comes twenty times at once and again later', async () => {
    const signing = { id: 'msg_same' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendInbound(service.url, provider, message, signing)),
    )
    answers.push(await sendInbound(service.url, provider, message, signing))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await stored()).toHaveLength(1)
  })

  it('refuses a missing signature, and one with another secret', async () => {
    const [without, other] =
      provider === 'unipile' ? (['secret', 'secret'] as const) : (['unsigned', 'signature'] as const)
    const foreign = provider === 'unipile' ? 'another-secret' : 'whsec_Zm9yZ2VkLXNlY3JldC1mb3JnZWQ='
    await expectRefused(provider, without, UNAUTHORIZED, () => post(provider, text, {}))
    await expectRefused(provider, other, UNAUTHORIZED, () =>
      sendInbound(service.url, provider, message, { secret: foreign }),
    )
  })

  it.each([
    ['no JSON', '{"type": '],
    ['a NUL in place of JSON', '\u0000'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['an object without members', '{}'],
    ['members of other types', JSON.stringify(Object.fromEntries(Object.keys(message).map((member) => [member, 7])))],
  ])('refuses %s', async (_what, broken) => {
    await expectRefused(provider, 'malformed', { status: 400, code: 'invalid_request' }, () =>
      sendInbound(service.url, provider, broken),
    )
  })

  it('accepts a megabyte and refuses a byte more', async () => {
    const padded = (length: number): string => text + ' '.repeat(length - Buffer.byteLength(text))
    await expectRefused(provider, 'too_large', { status: 413, code: 'payload_too_large' }, () =>
      sendInbound(service.url, provider, padded(1_048_577)),
    )
    expect((await sendInbound(service.url, provider, padded(1_048_576))).status).toBe(200)
  })

  it('stores no unknown message, and answers success', async () => {
    const unknown =
      provider === 'unipile'
        ? { event: 'moon_rose' }
        : provider === 'resend'
          ? { type: 'email.moon_rose', data: {} }
          : { type: 'event', event_type: 'moon.rose', event_id: 'evt_moon' }
    expect([(await sendInbound(service.url, provider, unknown)).status, await stored()]).toEqual([200, []])
  })
})

it('distinguishes messages by every digit of their long ids', async () => {
  const ids = ['12345678901234567', '12345678901234568']
  for (const id of ids) {
    const message = { ...inboundFixture('unipile-linkedin-message'), message_id: JSON.rawJSON(id) }
    expect((await sendInbound(service.url, 'unipile', JSON.stringify(message))).status).toBe(200)
  }
  expect((await stored()).map(({ external_id: id }) => id)).toEqual(ids.map((id) => `message:acc_own:${id}`))
})

describe.each(SIGNED)('the signature of %s', (provider) => {
  const text = JSON.stringify(inboundFixture(MESSAGES[provider]))

  it('covers the exact bytes: one changed byte is another message', async () => {
    const headers = provenBy(provider, text)
    await expectRefused(provider, 'signature', UNAUTHORIZED, () => post(provider, `${text} `, headers))
  })

  it.each([
    ['svix-id', 'msg_other'],
    ['svix-timestamp', '1700000000'],
    ['svix-signature', 'v1,AAAA'],
    ['svix-signature', ''],
    ['svix-id', ''],
  ])('covers %s (%j)', async (header, value) => {
    const reason = header === 'svix-timestamp' ? 'timestamp' : value === 'msg_other' ? 'signature' : 'unsigned'
    await expectRefused(provider, reason, UNAUTHORIZED, () =>
      post(provider, text, { ...provenBy(provider, text), [header]: value }),
    )
  })

  it('is valid for five minutes, both ways', async () => {
    for (const minutes of [-5.1, 5.1]) {
      await expectRefused(provider, 'timestamp', UNAUTHORIZED, () =>
        sendInbound(service.url, provider, text, { at: new Date(Date.now() + minutes * MINUTE_MS) }),
      )
    }
    for (const minutes of [-4.5, 4.5])
      expect(
        (await sendInbound(service.url, provider, text, { at: new Date(Date.now() + minutes * MINUTE_MS) })).status,
      ).toBe(200)
  })

  it('may be one of several, and is ignored in another version', async () => {
    const good = provenBy(provider, text)
    const other = provenBy(provider, text, { secret: 'whsec_Zm9yZ2VkLXNlY3JldC1mb3JnZWQ=' })
    expect(
      (
        await post(provider, text, {
          ...good,
          'svix-signature': `v1a,xyz ${other['svix-signature'] ?? ''} ${good['svix-signature'] ?? ''}`,
        })
      ).status,
    ).toBe(200)
    const version2 = (good['svix-signature'] ?? '').replace('v1,', 'v2,')
    await service.db.pool.query('delete from inbound_message')
    await expectRefused(provider, 'unsigned', UNAUTHORIZED, () =>
      post(provider, text, { ...good, 'svix-signature': version2 }),
    )
  })
})

describe('secrets', () => {
  it('may be two during a rotation', async () => {
    const [current, old] = INBOUND_SECRETS.resend
    for (const secret of [current, old])
      expect((await sendInbound(service.url, 'resend', inboundFixture('resend-bounced'), { secret })).status).toBe(200)
    expect(await stored()).toHaveLength(2)
  })

  it('make the routes unavailable for any message while they are not configured', async () => {
    const bare = await startTestService({ worker: false })
    try {
      for (const provider of INBOUND_PROVIDERS) {
        const answer = await sendInbound(bare.url, provider, inboundFixture(MESSAGES[provider]))
        expect([answer.status, answer.at('error', 'code')]).toEqual([503, 'unavailable'])
      }
      expect((await bare.db.pool.query('select count(*)::int as count from inbound_message')).rows).toEqual([
        { count: 0 },
      ])
      expect(await (await fetch(bare.api.metricsUrl)).text()).toContain(
        'inbound_refused_total{provider="resend",reason="unconfigured"} 1',
      )
    } finally {
      await bare.stop()
    }
  })
})

describe('a flood', () => {
  it('of forged messages reads nothing from the database and keeps no genuine message out', async () => {
    const calls: string[] = []
    const watched = await startTestService({
      worker: false,
      inboundSecrets: INBOUND_SECRETS,
      onQuery: (name) => {
        calls.push(name)
      },
    })
    try {
      calls.length = 0
      for (let batch = 0; batch < 10; batch += 1) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, () =>
            httpClient(watched.url).request('/v1/inbound/agentmail', {
              method: 'POST',
              text: '{}',
              headers: {
                'svix-id': 'x',
                'svix-timestamp': String(Math.floor(Date.now() / 1000)),
                'svix-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
              },
            }),
          ),
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
      }
      expect(calls).toEqual([])
      expect((await sendInbound(watched.url, 'agentmail', inboundFixture('agentmail-received'))).status).toBe(200)
      expect(calls).toEqual(['store_inbound'])
      expect((await watched.db.pool.query('select count(*)::int as count from rate_limit')).rows).toEqual([
        { count: 0 },
      ])
    } finally {
      await watched.stop()
    }
  })

  it('of endless bodies is refused, with its connections closed', async () => {
    const { hostname, port } = new URL(service.url)
    const headers = Object.entries(provenBy('agentmail', '{}')).map(([name, value]) => `${name}: ${value}`)
    const begun = Array.from(
      { length: 5 },
      () =>
        new Promise<string>((resolve) => {
          const socket = connect(Number(port), hostname, () =>
            socket.write(
              [
                'POST /v1/inbound/agentmail HTTP/1.1',
                `Host: ${hostname}`,
                'Content-Length: 1000000',
                ...headers,
                '',
                '{"slow": ',
              ].join('\r\n'),
            ),
          )
          const pieces: string[] = []
          const dripping = setInterval(() => socket.write(' '), 200)
          socket
            .on('data', (piece) => pieces.push(String(piece)))
            .on('error', () => undefined)
            .on('close', () => {
              clearInterval(dripping)
              resolve(pieces.join(''))
            })
        }),
    )
    for (const answer of await Promise.all(begun))
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*Connection: close[^]*arrived too slowly/i)
    expect(await stored()).toEqual([])
  }, 40_000)
})
