import { describe, expect, it } from '@jest/globals'
import { importsOf, reached } from './imports.ts'
import { readSources } from './sources.ts'

const sources = readSources()
const loaded = sources.flatMap(importsOf).filter(({ typeOnly, dynamic }) => !typeOnly && dynamic === undefined)

/** What only some deployments use, and what only the making of a bundle uses (decisions, "Memory"). */
const LARGE = ['stripe', 'nodemailer', '@opentelemetry/exporter-trace-otlp-proto', '@swc/core', 'webpack']

describe.each(['api/main.ts', 'worker/main.ts', 'dev/start.ts'])('%s', (program) => {
  const { files, others } = reached([program], loaded)

  it('loads no large package before it is used', () => {
    const packages = new Set(others.flatMap(({ to }) => (to.kind === 'package' ? [to.name] : [])))
    expect(packages.size).toBeGreaterThan(20)
    expect(LARGE.filter((name) => packages.has(name))).toEqual([])
  })

  it('bundles no workflows in its process', () => {
    const bundling = sources.filter(({ path, text }) => files.has(path) && text.includes('bundleWorkflowCode'))
    expect(bundling.map(({ path }) => path)).toEqual([])
  })
})
