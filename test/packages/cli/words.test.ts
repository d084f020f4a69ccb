import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { completionScript, type Shell } from '../../../packages/cli/completion-scripts.ts'
import { EXIT_MEANINGS, exitOfError, exitOfRun } from '../../../packages/cli/exit-codes.ts'
import { isNear } from '../../../packages/cli/forwarding.ts'
import { parsePairs, parseTime } from '../../../packages/cli/input.ts'
import { eventLine } from '../../../packages/cli/output/event.ts'
import { problem } from '../../../packages/cli/output/problem.ts'
import { readable } from '../../../packages/cli/output/readable.ts'
import { NO_STYLE, styleFor } from '../../../packages/cli/output/style.ts'
import { table } from '../../../packages/cli/output/table.ts'
import { safeJson, safeText, widthOf } from '../../../packages/cli/output/text.ts'
import { nearest } from '../../../packages/cli/suggestion.ts'
import { VERSION } from '../../../packages/cli/version.ts'
import { ERROR_CODES } from '../../../domain/errors/codes.ts'
import { RUN_STATUSES } from '../../../domain/runs/states.ts'
import { FOLDER, HOME, svc } from '../../support/cli.ts'

describe('exit codes', () => {
  it('exist for every error code of the service', () => {
    const exits = Object.entries(ERROR_CODES).map(([code, { status }]) => [code, exitOfError(code, status)])
    expect(Object.fromEntries(exits)).toEqual({
      invalid_request: 2,
      unauthorized: 3,
      insufficient_balance: 5,
      cost_limit_exceeded: 5,
      budget_exceeded: 5,
      forbidden: 3,
      suppressed: 5,
      do_not_process: 5,
      lawful_basis_required: 5,
      sender_profile_required: 5,
      approval_rejected: 5,
      approval_expired: 5,
      not_found: 4,
      no_match: 4,
      capability_not_found: 4,
      endpoint_not_found: 4,
      method_not_allowed: 2,
      conflict: 1,
      provider_not_available: 1,
      repeat_touch: 5,
      sender_limit: 5,
      limit_reached: 1,
      cancelled: 1,
      cursor_expired: 4,
      payload_too_large: 2,
      unsupported_media_type: 2,
      idempotency_mismatch: 2,
      rate_limited: 6,
      invalid_feedback: 2,
      internal_error: 1,
      provider_error: 1,
      send_outcome_unknown: 1,
      unavailable: 6,
      provider_timeout: 1,
    })
  })

  it.each([
    ['an unknown run', 'invalid_request', 404, 4],
    ['a run that has started', 'invalid_request', 409, 1],
    ['a code of a newer service', 'brand_new', 402, 5],
    ['another one', 'brand_new', 418, 2],
    ['no code', '', 502, 1],
  ])('follow the status, too: %s', (_, code, status, expected) => {
    expect(exitOfError(code, status)).toBe(expected)
  })

  it('exist for every end of a run', () => {
    const exits = RUN_STATUSES.map((status) => [
      status,
      exitOfRun({
        done: !['created', 'scheduled', 'awaiting_approval', 'reserved', 'queued', 'running'].includes(status),
        status,
        code: null,
      }),
    ])
    expect(Object.fromEntries(exits)).toEqual({
      created: 6,
      scheduled: 6,
      awaiting_approval: 6,
      reserved: 6,
      queued: 6,
      running: 6,
      succeeded: 0,
      no_match: 4,
      failed: 1,
      timed_out: 1,
      blocked: 5,
      cancelled: 1,
    })
    expect(exitOfRun({ done: true, status: 'failed', code: 'insufficient_balance' })).toBe(5)
  })

  it('are in the help, each once', async () => {
    const { stdout } = await svc(['--help'])
    for (const [code, meaning] of EXIT_MEANINGS) expect(stdout).toContain(`${String(code).padStart(3)}  ${meaning}`)
  })
})

describe('the credentials of a local start', () => {
  const urls: string[] = []
  const fetch_: typeof fetch = async (url) => {
    urls.push(String(url))
    throw new TypeError('no listener')
  }

  it.each([
    ['/srv/data', '/srv/data'],
    ['other', `${FOLDER}/other`],
    [' ', `${FOLDER}/.data`],
  ])('are read from DATA_DIR "%s": %s', async (dataDir, folder) => {
    const env = { DATA_DIR: dataDir }
    const none = await svc(['wallet'], { env, fetch: fetch_ })
    expect([none.code, none.stderr]).toEqual([
      6,
      expect.stringContaining(
        `The request went to http://127.0.0.1:8080 (--base-url, SVC_BASE_URL). \`npm start\` starts one on this machine. Neither ${HOME}/.config/svc/config.json nor ${folder}/credentials.json (DATA_DIR) exists.`,
      ),
    ])
    const found = await svc(['wallet'], {
      env,
      fetch: fetch_,
      files: new Map([[`${folder}/credentials.json`, '{"base_url":"http://127.0.0.1:9","test_key":"svc_test_a"}']]),
    })
    expect([urls.at(-1), found.stderr]).toEqual([
      'http://127.0.0.1:9/v1/wallet',
      expect.not.stringContaining('Neither'),
    ])
  })
})

describe('a value that a header cannot carry', () => {
  const away = { env: { SVC_BASE_URL: 'http://127.0.0.1:9' } }

  it.each([
    ['of the environment', { env: { ...away.env, SVC_API_KEY: 'svc_test_secret\nsvc_test_other' } }, []],
    ['of a flag', away, ['--key', 'svc_test_secretü']],
  ])('is refused as a credential %s, and not shown', async (_, options, words) => {
    const { code, stderr } = await svc(['wallet', ...words], options)
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not one word of visible characters')])
    expect(stderr).not.toContain('secret')
  })

  it.each(['X-Name: a\r\nX-Other: b', 'X-Name: ☃', 'no header'])('is refused as a header: %j', async (header) => {
    expect(await svc(['api', 'GET', '/v1/wallet', '-H', header], away)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name:value'),
    })
  })
})

describe('name=value', () => {
  it('is text, JSON after :=, and reaches into objects by dots', () => {
    expect(
      parsePairs([
        'a=1',
        'b:=1',
        'c=',
        'd=x=y:=z',
        'e.f=in',
        'e.g:=[1]',
        'h\\.i=dot',
        'url=https://a.example/?q=1',
        '__proto__=no',
      ]),
    ).toEqual(
      Object.fromEntries([
        ['a', '1'],
        ['b', 1],
        ['c', ''],
        ['d', 'x=y:=z'],
        ['e', { f: 'in', g: [1] }],
        ['h.i', 'dot'],
        ['url', 'https://a.example/?q=1'],
        ['__proto__', 'no'],
      ]),
    )
  })

  it.each([[['a']], [['=1']], [['a:=x']], [['a=1', 'a=2']], [['a=1', 'a.b=2']]])(
    'is refused when it is invalid: %j',
    (pairs) => {
      expect(() => parsePairs(pairs)).toThrow(/name=value|needs JSON|twice/)
    },
  )

  it('has times relative to now', () => {
    expect(
      ['now', '15m', '-2h', '7d', '2026-01-01T00:00:00Z'].map((text) =>
        parseTime(text, Date.parse('2026-11-22T00:00:00Z')),
      ),
    ).toEqual([
      '2026-11-22T00:00:00.000Z',
      '2026-11-21T23:45:00.000Z',
      '2026-11-21T22:00:00.000Z',
      '2026-11-15T00:00:00.000Z',
      '2026-01-01T00:00:00Z',
    ])
  })
})

describe('output on a terminal', () => {
  const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202etxt\u2066\u0000ok\r'

  it('contains no control sequence', () => {
    expect(safeText(`a\nb\t${HOSTILE}`)).toBe('a\nb\t]0;owned[2J31mtxtok')
    expect(safeText('a\u061cb')).toBe('ab')
    expect(JSON.parse(safeJson(JSON.stringify({ HOSTILE })))).toEqual({ HOSTILE })
    const shown = [
      readable({ [HOSTILE]: HOSTILE, list: [HOSTILE], inner: { HOSTILE } }, { style: NO_STYLE }),
      problem(
        {
          code: HOSTILE,
          message: HOSTILE,
          param: HOSTILE,
          request_id: HOSTILE,
          details: [{ path: HOSTILE, message: HOSTILE }],
        },
        { action: HOSTILE, inWords: (text) => text, style: NO_STYLE, width: 80 },
      ),
      table([{ title: 'A' }], [[HOSTILE]], { width: 80, style: NO_STYLE }),
      eventLine({ id: HOSTILE, type: HOSTILE, data: { text: HOSTILE } }, { width: null, style: NO_STYLE }),
      eventLine({ data: { [HOSTILE]: HOSTILE } }, { width: null, style: NO_STYLE }),
    ]
    // oxlint-disable-next-line no-control-regex -- the test searches for them
    for (const text of shown) expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066]/)
  })

  it('is coloured only where that is wanted', () => {
    expect(styleFor(true, {}).bold('x')).toBe('\u001b[1mx\u001b[22m')
    for (const plain of [styleFor(false, {}), styleFor(true, { NO_COLOR: '1' }), styleFor(true, { TERM: 'dumb' })])
      expect(plain.bad('x')).toBe('x')
  })

  it('fits its width, with complete ids', () => {
    const rows = [
      ['run_01m81417624tw0nd1zg120tmsn', 'a very long text that no one reads to its end', '日本語のとても長い文'],
      ['run_2', 'short', ''],
    ]
    const columns = [{ title: 'RUN', fixed: true }, { title: 'TEXT' }, { title: 'MORE' }]
    const lines = table(columns, rows, { width: 60, style: NO_STYLE }).trimEnd().split('\n')
    expect(lines.map(widthOf).every((width) => width <= 60)).toBe(true)
    expect(lines[1]).toMatch(/^run_01m81417624tw0nd1zg120tmsn {2}a very .*… {2}日本語/)
    expect(table(columns, rows, { width: null, style: NO_STYLE })).toContain('reads to its end  日本語のとても長い文')
    expect(table(columns, [], { width: 60, style: NO_STYLE })).toBe('')
  })

  it('leaves spare columns out where the line is too narrow, the last one first', () => {
    const columns = [
      { title: 'RUN', fixed: true },
      { title: 'A', spare: true } as const,
      { title: 'B', spare: true } as const,
    ]
    const titles = (width: number) =>
      table(columns, [['run_01m81417624tw0nd1zg120tmsn', 'one two three', 'four five six']], { width, style: NO_STYLE })
        .split('\n')[0]
        ?.split(/ +/)
    expect([60, 50, 49, 40, 39].map(titles)).toEqual([
      ['RUN', 'A', 'B'],
      ['RUN', 'A', 'B'],
      ['RUN', 'A'],
      ['RUN', 'A'],
      ['RUN'],
    ])
  })

  it('names every fault of an error, and the next step', () => {
    const text = problem(
      {
        code: 'insufficient_balance',
        message: 'Not enough.',
        request_id: 'req_1',
        available: '0.00',
        required: '1.00',
        topup_url: 'https://x.example/t',
        fits_with_max_cost: '0.01',
        details: [
          { path: '/a', message: 'is bad' },
          { path: '', message: 'is empty' },
        ],
      },
      { action: 'Top up.', inWords: (words) => words, style: NO_STYLE, width: null },
    )
    for (const expected of [
      'error insufficient_balance: Not enough.',
      '/a  is bad',
      '/  is empty',
      'available',
      'fits_with_max_cost  0.01',
      'topup_url',
      'req_1',
      'What to do: Top up.',
    ])
      expect(text).toContain(expected)
  })
})

describe('small functions', () => {
  it('suggest the intended word', () => {
    expect(
      ['runss', 'wallt', 'tabels', 'xyzzy'].map((word) => nearest(word, ['run', 'runs', 'wallet', 'tables'])),
    ).toEqual(['runs', 'wallet', 'tables', null])
  })

  it('recognise local addresses: this machine and private networks, mapped addresses too, and no link-local one', () => {
    expect(
      ['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.31.0.1', '192.168.1.1', '::1', 'fd00::1', '::ffff:127.0.0.1'].filter(
        (address) => !isNear(address),
      ),
    ).toEqual([])
    expect(
      [
        '8.8.8.8',
        '169.254.169.254',
        '172.32.0.1',
        '100.64.0.1',
        '0.0.0.0',
        'fe80::1',
        '2001:db8::1',
        '::ffff:8.8.8.8',
        '::',
      ].filter(isNear),
    ).toEqual([])
  })

  it('have the version of the package', () => {
    expect(
      JSON.parse(readFileSync(new URL('../../../packages/cli/package.json', import.meta.url), 'utf8')),
    ).toMatchObject({ version: VERSION })
  })
})

describe('a completion script', () => {
  // As fish reads it: within single quotes `\'` and `\\` are escapes, once for its own line and once for the command in
  // it.
  it.each<[Shell, string]>([
    ['bash', String.raw`'/it'\''s \ odd/svc' __complete`],
    ['zsh', String.raw`'/it'\''s \ odd/svc' __complete`],
    ['fish', String.raw`-a '(\'/it\\\'s \\\\ odd/svc\' __complete`],
  ])('starts the program from any path in %s', (shell, line) => {
    expect(completionScript(shell, String.raw`/it's \ odd/svc`)).toContain(line)
  })
})
