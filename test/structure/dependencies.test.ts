import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const json = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
const lock: { packages: Record<string, { version?: string; dev?: boolean }> } = json('package-lock.json')

const copiesOf = (name: string): string[] =>
  Object.entries(lock.packages).flatMap(([path, { version = '' }]) =>
    path.endsWith(`node_modules/${name}`) ? [`${path} ${version}`] : [],
  )

// Why each of these is as it is: decisions, "Pinned dependencies".
describe('dependencies', () => {
  it('hold one PostgreSQL driver: the pool and the ORM speak through the same', () => {
    expect(copiesOf('pg')).toHaveLength(1)
  })

  it('are pinned to one release each', () => {
    const { dependencies, devDependencies, optionalDependencies } = json('package.json')
    const all: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies }
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  })

  it('stay on OpenTelemetry 1 as long as Temporal asks for it', () => {
    const { dependencies } = json('node_modules/@temporalio/interceptors-opentelemetry/package.json')
    expect(dependencies['@opentelemetry/core']).toMatch(/^\^1\./)
    expect(lock.packages['node_modules/@opentelemetry/core']?.version).toMatch(/^1\./)
  })
})
