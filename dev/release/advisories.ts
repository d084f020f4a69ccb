import { execFile } from 'node:child_process'

/** An advisory that a release may have, until it is looked at again. */
export interface Allowed {
  /** `GHSA-…` */
  readonly id: string
  /** Why it does not concern this service. */
  readonly reason: string
  /** The last day, as `2026-12-31`. */
  readonly until: string
}

export const ALLOWED: readonly Allowed[] = []

const REFUSED: ReadonlySet<string> = new Set(['high', 'critical'])

export type Verdict =
  | { readonly kind: 'clean'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  /** The registry has no advisories, or is not reached. */
  | { readonly kind: 'notChecked'; readonly text: string }

/** What `npm audit --json` has found, judged. `today` as `2026-11-29`. */
export function judgeAdvisories(output: string, allowed: readonly Allowed[], today: string): Verdict {
  const report = parsed(output)
  if (report?.vulnerabilities === undefined)
    return { kind: 'notChecked', text: `Advisories: NOT CHECKED. ${report?.message ?? 'npm audit has no report.'}` }
  const found = new Map(
    Object.values(report.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((one) => typeof one === 'object')
      .filter(({ severity }) => REFUSED.has(severity))
      .map((one) => [one.url.split('/').at(-1) ?? one.url, one]),
  )
  const inForce = new Map(allowed.filter(({ until }) => until >= today).map((one) => [one.id, one]))
  const refused = [...found].filter(([id]) => !inForce.has(id))
  if (refused.length > 0)
    return {
      kind: 'refused',
      text: [
        'Advisories of packages of production:',
        ...refused.map(([id, { name, severity, title }]) => `  ${id} ${severity}, ${name}: ${title}`),
        'Update the package, or allow the advisory with a reason and a day (dev/release/advisories.ts).',
      ].join('\n'),
    }
  const kept = [...found.keys()].map((id) => `${id} (until ${inForce.get(id)?.until}): ${inForce.get(id)?.reason}`)
  return {
    kind: 'clean',
    text: [`Advisories: none of high severity on ${today}, but for ${kept.length} that are allowed.`, ...kept].join(
      '\n',
    ),
  }
}

interface Advisory {
  readonly name: string
  readonly severity: string
  readonly title: string
  readonly url: string
}

interface Report {
  readonly message?: string
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>
}

function parsed(output: string): Report | null {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}

/** Asks the registry about the packages of production. npm ends with an error where it finds something. */
export const auditOutput = (root: string): Promise<string> =>
  new Promise((resolve) => {
    const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=1']
    execFile('npm', args, { cwd: root, maxBuffer: 50_000_000 }, (_, stdout) => resolve(stdout))
  })
