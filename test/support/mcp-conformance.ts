import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, membersOf } from './http.ts'
import { installedTool } from './installed-tool.ts'

const PROGRAM = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
/** All scenarios of a revision take five seconds alone, times what else the machine does. */
const RUN_MS_MAX = 120_000

/** The ids of the checks that failed, by scenario; a scenario without a failure has an empty list. */
export type ConformanceResults = ReadonlyMap<string, readonly string[]>

/** The official conformance suite of MCP, of the pinned version. */
export interface McpConformance {
  /** The names of all scenarios for servers, or for authorization servers. */
  scenarios(of: 'server' | 'authorization'): Promise<string[]>
  /** Every scenario for servers that a revision of the protocol has. */
  checkServer(url: string, revision: string): Promise<ConformanceResults>
  /** One scenario for authorization servers. */
  checkAuthorization(url: string, scenario: string, revision: string): Promise<ConformanceResults>
}

export async function installConformance(): Promise<McpConformance> {
  const folder = await installedTool('mcp-conformance')
  const execute = (args: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const options = { env: { ...process.env, NODE_OPTIONS: '' }, timeout: RUN_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX }
      // Its exit code states whether any scenario failed, also one that is not ours.
      execFile(process.execPath, [join(folder, PROGRAM), ...args], options, (_, stdout) => resolve(stdout))
    })
  async function results(args: readonly string[]): Promise<ConformanceResults> {
    const output = mkdtempSync(join(tmpdir(), 'mcp-conformance-'))
    try {
      await execute([...args, '--output-dir', output])
      return new Map(readdirSync(output).map((name) => [scenarioOf(name), failuresIn(join(output, name))]))
    } finally {
      rmSync(output, { recursive: true, force: true })
    }
  }
  return {
    scenarios: async (of) =>
      [...(await execute(['list', `--${of}`])).matchAll(/^ {2}- (\S+) \[/gm)].map(([, name = '']) => name),
    checkServer: (url, revision) => results(['server', '--url', url, '--suite', 'all', '--spec-version', revision]),
    checkAuthorization: (url, scenario, revision) =>
      results(['authorization', '--url', url, '--scenario', scenario, '--spec-version', revision]),
  }
}

/** It shows each request and each answer. */
const OUTPUT_BYTES_MAX = 100_000_000

/** Of the folder of its results: what is tested, the name, the time. */
const scenarioOf = (folder: string): string =>
  folder.replace(/^(?:authorization-server|server)-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')

const failuresIn = (folder: string): string[] =>
  membersOf(JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')))
    .filter(([, check]) => at(check, 'status') === 'FAILURE')
    .map(([, check]) => String(at(check, 'id')))
    .toSorted()
