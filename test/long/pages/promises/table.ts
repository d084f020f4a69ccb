import { expect } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { at, membersOf } from '../../../support/http.ts'
import type { Newcomer } from '../newcomer.ts'

/** How a row of docs/commands.md is executed here. */
export interface Row {
  readonly command: string
  /**
   * What is typed instead, where the row has placeholders or is a separate test suite; the row's words come first.
   */
  readonly typed?: string
  /** Why something else is typed, or nothing at all. */
  readonly because?: string
  readonly prints?: RegExp
  /** Where it is not typed: the check instead. */
  readonly instead?: (newcomer: Newcomer) => void
}

const fileOf = ({ folder }: Newcomer, path: string): string => readFileSync(join(folder, path), 'utf8')

/** Typed before the rows: values for their placeholders. */
export const OPEN = [
  'alias svc="$PWD/packages/cli/svc.mjs"',
  `servers() { node -p "require('./.data/servers.json').$1"; }`,
  `RUN="$(svc run web.search query=a --field run_id)"`,
  `echo '{"openapi":"3.1.0","info":{"title":"Sample"},"servers":[{"url":"https://api.sample.example"}],"paths":{"/search":{"get":{}}}}' > .data/openapi.json; mkdir .data/catalogs`,
]

/** Of the commands that add something. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  route: '<operation> <method> <path>',
  provider: '<name> <base URL> <capability> <call>',
  capability: '<category>.<name>',
  workflow: '<name> <noun>',
}

const SERVERS = 'DATABASE_URL="$(servers database_url)" TEMPORAL_ADDRESS="$(servers temporal_address)"'

export const ROWS: readonly Row[] = [
  {
    command: 'npm start',
    because: "The README's first commands have started it.",
    instead: (newcomer) => expect(newcomer.credential('base_url')).toMatch(/^http:/),
  },
  {
    command: 'docker compose up --build',
    because: 'Containers are not to be had wherever tests run: the file is read.',
    instead(newcomer) {
      const file: unknown = parse(fileOf(newcomer, 'docker-compose.yml'), { merge: true })
      const started = membersOf(at(file, 'services'))
        .map(([, service]) => at(service, 'command'))
        .filter((one): one is string[] => Array.isArray(one) && one[0] === 'node')
      expect(started.map(([, script = '']) => script)).toEqual(['ops/migrate.ts', 'api/main.ts', 'worker/main.ts'])
      for (const [, script = ''] of started) expect(fileOf(newcomer, script)).not.toBe('')
      expect(at(file, 'services', 'api', 'environment', 'ENCRYPTION_KEYS')).toMatch(/^\$\{ENCRYPTION_KEYS:\?/)
    },
  },
  {
    command: 'npm run cluster',
    because: 'A test of its command starts it on servers of the tests and kills a process.',
    instead: (newcomer) =>
      expect(fileOf(newcomer, 'test/long/commands/cluster.test.ts')).toContain(
        "cluster('--apis', '2', '--workers', '2')",
      ),
  },
  { command: 'npm run migrate', typed: `${SERVERS} npm run migrate`, prints: /up to date/ },
  { command: 'npm run seed', typed: `${SERVERS} npm run seed`, prints: /"test_key"/ },
  {
    command: 'npm run check',
    because: 'It is a step of continuous integration by itself.',
    instead: (newcomer) => expect(fileOf(newcomer, '.ci/run')).toMatch(/^npm run check /m),
  },
  { command: 'npm run format', prints: /Finished in .* on \d+ files/ },
  {
    command: 'npm run test:unit',
    typed: 'npm run test:unit -- --listTests',
    because: 'All of it takes a minute.',
    prints: /test\/domain\/raw\/plan\.test\.ts$/m,
  },
  {
    command: 'npm test',
    typed: 'npm test -- --listTests',
    because: 'All of it takes minutes.',
    prints: /test\/api\/access\.test\.ts$/m,
  },
  {
    command: 'npm run test:long',
    typed: 'npm run test:long -- --listTests',
    because: 'It runs this very test: whether it would.',
    prints: /test\/long\/pages\/pages\.test\.ts$/m,
  },
  {
    command: 'npm run test:all',
    typed: 'npm run test:all -- --listTests',
    because: 'It runs this very test: whether it would.',
    prints: /test\/long\/pages\/pages\.test\.ts$/m,
  },
  {
    command: 'npm run fuzz',
    because: 'It is a step of continuous integration by itself.',
    instead: (newcomer) => expect(fileOf(newcomer, '.ci/run')).toMatch(/ npm run fuzz /),
  },
  {
    command: 'npm run test:documents',
    typed: 'npm run test:documents -- --listTests',
    because: 'The documents are not in the repository.',
    prints: /test\/documents\/catalogs\.test\.ts$/m,
  },
  {
    command: 'npm run attacks',
    typed: 'npm run attacks -- --listTests',
    because: 'All of it takes minutes.',
    prints: /attacks\.test\.ts$/m,
  },
  {
    command: 'npm run chaos',
    typed: 'npm run chaos -- --list',
    because: 'All of it takes minutes.',
    prints: /^kill -9 of worker$/m,
  },
  {
    command: 'npm run twins',
    typed: 'npm run twins -- --list',
    because: 'It runs until it is stopped.',
    prints: /^hunter +\d+ endpoints$/m,
  },
  {
    command: 'npm run mutants',
    typed: 'npm run mutants -- --list',
    because: 'All of it takes minutes.',
    prints: /^a settled run keeps the rest of its hold \(db\/functions\/close_holds_v1\.sql\)$/m,
  },
  {
    command: 'npm run chart:check',
    because: 'It is a step of continuous integration by itself.',
    instead: (newcomer) => expect(fileOf(newcomer, '.ci/run')).toMatch(/^ *count chart npm run chart:check /m),
  },
  {
    command: 'npm run alerts:check',
    because: 'It is a step of continuous integration by itself.',
    instead: (newcomer) => expect(fileOf(newcomer, '.ci/run')).toMatch(/^ *count alerts npm run alerts:check /m),
  },
  {
    command: 'npm run bench',
    typed: 'npm run bench -- --only figures --quick',
    because: 'All of it takes minutes.',
    prints: /^# Benchmark/m,
  },
  { command: 'npm run bench:discover', prints: /queries-open\.json/ },
  { command: 'npm run scale', prints: /^## limits$/m },
  {
    command: 'npm run replay -- <run_id>',
    typed: 'npm run replay -- "$RUN"',
    prints: /the code does what the history states/,
  },
  { command: 'npm run deployments -- list', prints: /^Deployment runs, current: the workers without a build id$/m },
  { command: 'npm run runs -- stuck', prints: /^0 stuck/m },
  { command: 'npm run ledger:verify' },
  { command: 'npm run payments -- refused', prints: /^0 refused$/m },
  {
    command: 'npm run rates -- set|remove|list <workspace> …',
    typed: 'npm run rates -- list demo',
    prints: /off list prices/,
  },
  {
    command: 'npm run access -- revoke --reason …',
    typed:
      'svc api POST /v1/api-keys -d \'{"name":"leaked","environment":"test"}\' --session --field api_key | npm run access -- revoke --reason drill',
    because: 'A separate key is revoked.',
    prints: /is revoked$/m,
  },
  {
    command: 'npm run access -- link <address> --reason …',
    typed: 'npm run access -- link demo@example.com --reason drill',
    prints: /\/dashboard\/reset-password\?token=svc_mail_/,
  },
  {
    command: 'npm run erase -- workspace <workspace> --reason …',
    typed: 'npm run erase -- workspace nowhere --reason drill || true',
    because: 'The workspace of the other commands is still needed.',
    prints: /^There is no workspace nowhere\.$/m,
  },
  { command: 'npm run credentials:rotate' },
  {
    command: 'npm run restored -- review',
    typed: 'npm run restored -- review || true',
    because: 'The service is running, and the command reports that.',
    prints: /stop it first/,
  },
  { command: 'npm run feedback:list -- --since 2026-11-01 --type bug' },
  { command: 'npm run discover:misses -- --since 2026-11-01' },
  { command: 'npm run known-issues -- list' },
  {
    command: 'npm run temporal -- <words>',
    typed: 'npm run temporal -- workflow count',
    because: 'Its own words.',
    prints: /Total/,
  },
  {
    command: 'npm run postgres-tools',
    typed: 'npm run postgres-tools || true',
    because: 'A machine may have none, and reports that.',
    prints: process.env['POSTGRES_TOOLS'] === undefined ? /^There are no client programs/m : /^\/\S+$/m,
  },
  ...['route', 'provider', 'capability', 'workflow'].map((kind): Row => {
    const command = `npm run new:${kind} -- ${ARGUMENTS[kind] ?? ''}`
    return {
      command,
      because: 'It changes the code, and test/long/generators/new.test.ts does so in a copy.',
      instead: (newcomer) => expect(fileOf(newcomer, 'test/long/generators/new.test.ts')).toContain(`'new:${kind}'`),
    }
  }),
  {
    command: 'npm run catalog:import -- <provider> <file or URL>',
    typed: 'npm run catalog:import -- sample .data/openapi.json --into .data/catalogs',
    because: 'The shipped catalog does not change.',
    prints: /^sample: 1 operations, 1 added/m,
  },
  { command: 'npm run sql:types', prints: /described\.ts$/m },
  { command: 'npm run client:types', prints: /operations\.ts$/m },
  { command: 'npm run client:pack', prints: /routed-data-client-\S+\.tgz\n\S+routed-data-cli-\S+\.tgz$/m },
  { command: 'npm run client:python', prints: /routed_data_client-\S+\.whl$/m },
  {
    command: 'npm run release -- <version>',
    because: 'It makes a commit, and test/long/commands/release.test.ts does so in a copy.',
    instead: (newcomer) =>
      expect(fileOf(newcomer, 'test/long/commands/release.test.ts')).toMatch(/'--silent', 'release'/),
  },
]
