import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { describeOnlyWith } from '../../support/only-with.ts'
import type { Manifest } from './manifest.ts'

export const CHART = fileURLToPath(new URL('../../../ops/helm', import.meta.url))
const VALUES = fileURLToPath(new URL('values', import.meta.url))
/** It downloads nothing, so it takes a second; two slow cores may take ten times that. */
const HELM_MS_MAX = 60_000

/** Declares tests that run Helm; they are left out by name where it is not. */
export function withHelm(name: string, declare: (executable: string) => void): void {
  const executable = process.env['HELM'] ?? ''
  const found = executable === '' ? null : executable
  describeOnlyWith({ found, missing: '`npm run chart:check` brings Helm' }, name, () => declare(executable))
}

export interface Answer {
  readonly ok: boolean
  readonly output: string
}

/** Runs Helm without the user's own settings. */
export function helm(executable: string, args: readonly string[]): Answer {
  const home = mkdtempSync(join(tmpdir(), 'helm-'))
  try {
    const { status, stdout, stderr, error } = spawnSync(executable, args, {
      encoding: 'utf8',
      timeout: HELM_MS_MAX,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    if (error !== undefined) throw error
    return { ok: status === 0, output: status === 0 ? stdout : `${stdout}\n${stderr}` }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The arguments for one of the files of values. */
export const argsOf = (name: string): string[] => (name === 'default' ? [] : ['--values', join(VALUES, `${name}.yaml`)])

export interface Rendering {
  readonly executable: string
  readonly chart?: string
  readonly args: readonly string[]
}

export const template = ({ executable, chart = CHART, args }: Rendering): Answer =>
  helm(executable, ['template', 'main', chart, '--namespace', 'service', ...args])

/** The manifests of a chart that renders; throws Helm's error for one that does not. */
export function render(rendering: Rendering): readonly Manifest[] {
  const { ok, output } = template(rendering)
  if (!ok) throw new Error(output)
  return parseAllDocuments(output)
    .map((document): unknown => {
      const [problem] = [...document.errors, ...document.warnings]
      if (problem !== undefined) throw problem
      return document.toJS()
    })
    .filter((manifest) => manifest !== null && manifest !== undefined)
}

/** The manifests of the chart with one of the files of values. */
export const rendered = (executable: string, name: string): readonly Manifest[] =>
  render({ executable, args: argsOf(name) })

/** A copy of the chart to be changed by `change`, given to `use` and gone afterwards. */
export function withCopy<T>(change: (folder: string) => void, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'chart-'))
  try {
    cpSync(CHART, folder, { recursive: true, dereference: true })
    change(folder)
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
