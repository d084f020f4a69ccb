// `npm run fuzz`: the entire service on a real PostgreSQL and a real Temporal server, and Schemathesis on its entire
// OpenAPI document, with an API key, with a session and without a credential. Arguments are passed on to Schemathesis,
// for example `npm run fuzz -- --include-operation-id createRun`; FUZZ_AS=key|session|nobody sends as one of them only.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { at, httpClient, membersOf } from '../../test/support/http.ts'
import globalSetup from '../../test/support/global-setup.ts'
import globalTeardown from '../../test/support/global-teardown.ts'
import { type Fuzzer, type FuzzedService, startFuzzedService } from './stage.ts'

/** All runs together take about four minutes on two slow cores; one that takes this long alone hangs. */
const RUN_MS_MAX = 10 * 60_000

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function main(): Promise<boolean> {
  await globalSetup()
  try {
    const service = await startFuzzedService()
    try {
      return await fuzzAll(service)
    } finally {
      await service.stop()
    }
  } finally {
    await globalTeardown()
  }
}

async function fuzzAll(service: FuzzedService): Promise<boolean> {
  const only = process.env['FUZZ_AS']
  const chosen = service.fuzzers.filter(
    ({ name }) => only === undefined || name.includes(only === 'nobody' ? 'without' : only),
  )
  if (chosen.length === 0) throw new Error('FUZZ_AS is key, session or nobody.')
  let clean = true
  for (const fuzzer of chosen) {
    const run = await fuzz(service.url, fuzzer)
    console.log(`fuzzed ${fuzzer.name}: ${run.line}`)
    if (run.clean) continue
    clean = false
    console.log(run.output)
  }
  if (!clean)
    console.log('To send requests to one operation only: npm run fuzz -- --include-operation-id <operationId>')
  for (const line of service.failures()) console.log(`the service logged ${line.trim()}`)
  return clean && service.failures().length === 0
}

interface Run {
  readonly clean: boolean
  /** The result, in a line. */
  readonly line: string
  /** The entire output of Schemathesis: for each failure the operation, the request, the answer and a curl line. */
  readonly output: string
}

async function fuzz(url: string, { token, headers, known, options }: Fuzzer): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  try {
    await writeFile(join(folder, 'known.json'), JSON.stringify(known))
    await writeFile(
      join(folder, 'schemathesis.toml'),
      `${await readFile(here('schemathesis.toml'), 'utf8')}${credentialOf(token)}`,
    )
    const report = join(folder, 'report.json')
    const child = spawn(
      setting('SCHEMATHESIS'),
      [
        '-m',
        'schemathesis.cli',
        '--config-file',
        join(folder, 'schemathesis.toml'),
        'run',
        `${url}/openapi.json`,
        '--no-color',
        '--report-json-path',
        report,
        ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
        ...options,
        ...process.argv.slice(2),
      ],
      {
        cwd: folder,
        timeout: RUN_MS_MAX,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          SCHEMATHESIS_HOOKS: here('hooks.py'),
          FUZZ_KNOWN: join(folder, 'known.json'),
          PYTHONDONTWRITEBYTECODE: '1',
        },
      },
    )
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', resolve)
    })
    const [printed, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    const isGood = await isStillGood(url, token)
    return {
      clean: code === 0 && isGood,
      line: `${await summary(report)}${isGood ? '' : ', and its credential was lost on the way'}`,
      output: `${printed}${complained}`,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** After a request that revoked the credential, all others would be refused, which is not a finding by itself. */
const isStillGood = async (url: string, token: string | null): Promise<boolean> =>
  token === null || (await httpClient(url, token).get('/v1/auth/me')).status === 200

/** By the document's own scheme, so that Schemathesis also sends requests without it. */
const credentialOf = (token: string | null): string =>
  token === null ? '' : `\n[auth.openapi.apiKey]\nbearer = ${JSON.stringify(token)}\n`

/** The report of a run, in a line. */
async function summary(file: string): Promise<string> {
  const report: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
  if (report === null) return 'Schemathesis did not run'
  // Failures are answers that break a promise, errors are requests without an answer.
  const findings = ['failures', 'errors']
    .flatMap((kind) => membersOf(at(report, kind)))
    .map(([, finding]) => `${at(finding, 'count')} x ${at(finding, 'title')}`)
  return [
    `${at(report, 'operations', 'tested')} of ${at(report, 'operations', 'total')} operations`,
    `${at(report, 'test_cases', 'generated')} cases`,
    `${Math.round(Number(at(report, 'running_time')))} s`,
    findings.length === 0 ? 'no findings' : findings.join(', '),
  ].join(', ')
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run the fuzzer with "npm run fuzz", which prepares it first.`)
  return value
}

process.exitCode = (await main()) ? 0 : 1
