import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

const MONITORING = fileURLToPath(new URL('../../../ops/monitoring', import.meta.url))
/** Ten hours of every rule take seconds; two slow cores may take ten times that. */
const PROMTOOL_MS_MAX = 300_000

export interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
  readonly for?: string
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[]
}

const rulesOf = (folder: string): Rules => parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8'))

export const alerts: readonly Rule[] = rulesOf(MONITORING)
  .groups.flatMap(({ rules }) => rules)
  .filter(({ alert }) => alert !== undefined)

interface Answer {
  readonly ok: boolean
  readonly output: string
}

/** Runs promtool in ops/monitoring, or in a copy whose alerts `change` has changed. */
export function promtool(executable: string, args: readonly string[], change?: (alert: Rule) => Rule): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
  try {
    cpSync(MONITORING, folder, { recursive: true })
    if (change !== undefined) {
      const { groups } = rulesOf(folder)
      const changed = groups.map((group) => ({
        ...group,
        rules: group.rules.map((rule) => (rule.alert === undefined ? rule : change(rule))),
      }))
      writeFileSync(join(folder, 'alerts.yaml'), stringify({ groups: changed }))
    }
    const { status, stdout, stderr, error } = spawnSync(executable, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: PROMTOOL_MS_MAX,
    })
    if (error !== undefined) throw error
    return { ok: status === 0, output: `${stdout}\n${stderr}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The alerts that a failed `test rules` names. */
export const failedIn = (output: string): ReadonlySet<string> =>
  new Set([...output.matchAll(/alertname[=:]\s*\\?"?(\w+)/g)].map(([, name = '']) => name))
