import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { readReference } from '../../../api/docs/reference/operations.ts'
import { samplesOfOperation } from '../../../api/docs/reference/samples.ts'
import { readRecordedAnswers } from '../../../api/examples/recorded.ts'
import { declaredRoutes, SAMPLE_URL } from '../../../api/http/declared-routes.ts'
import { createTools, toolCalls } from '../../../api/mcp/tools.ts'
import { buildOpenApi } from '../../../api/openapi/document.ts'
import { check } from '../../../api/validation/check.ts'
import { bash } from '../../support/bash.ts'
import { describeOnlyWith } from '../../support/only-with.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const routes = declaredRoutes()
const reference = readReference(buildOpenApi({ routes, publicUrl: SAMPLE_URL, answers: readRecordedAnswers() }))
const samples = reference.operations.flatMap((operation) =>
  samplesOfOperation(operation, { publicUrl: SAMPLE_URL, tools: toolCalls() }).flatMap(({ language, code }) =>
    code === null ? [] : [{ id: operation.id, language, code }],
  ),
)
const samplesIn = (language: string) => {
  const found = samples.filter((sample) => sample.language === language)
  expect(found.length).toBeGreaterThan(15)
  return found
}

/** What the compiler states of every TypeScript sample, each as a program of its reader. */
function complaints(): string {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  try {
    for (const { id, code } of samplesIn('TypeScript')) writeFileSync(join(folder, `${id}.ts`), `${code}\nexport {}\n`)
    writeFileSync(join(folder, 'node.d.ts'), 'declare const process: { env: Record<string, string | undefined> }\n')
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      allowImportingTsExtensions: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    return spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('every sample of the reference', () => {
  it('in TypeScript compiles as it is, without a package that no registry has', () => {
    expect(complaints()).toBe('')
    for (const { code } of samplesIn('TypeScript')) expect(code).not.toMatch(/^import /m)
  })

  it('for curl is a command that a shell reads', async () => {
    const functions = samplesIn('curl').map(({ id, code }) => `${id}() {\n${code}\n}`)
    expect(await bash(functions.join('\n'))).toEqual({ code: 0, stdout: '', stderr: '' })
    for (const { code } of samplesIn('curl')) expect(code).toMatch(/^curl /)
  })

  it('has every query parameter that its operation requires', () => {
    const required = reference.operations.flatMap(({ id, parameters }) =>
      parameters
        .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true)
        .map(({ name }) => ({ id, name: String(name) })),
    )
    expect(required).toEqual(expect.arrayContaining([{ id: 'deleteTable', name: 'confirm' }]))
    const lacking = required.flatMap(({ id, name }) =>
      samples
        .filter((sample) => sample.id === id && !new RegExp(`\\b${name}("?: |=)`).test(sample.code))
        .map(({ language }) => ({ id, name, language })),
    )
    expect(lacking).toEqual([])
  })

  it('for MCP has the arguments of its tool', () => {
    const tools = createTools((operationId) => {
      const route = routes.find((one) => one.operationId === operationId)
      if (route === undefined) throw new Error(`no route is called ${operationId}`)
      const refuse = (): never => {
        throw new Error('no call is expected')
      }
      return { route, requireAccess: refuse, call: refuse }
    })
    for (const { id, code } of samplesIn('MCP')) {
      const [, name, args = ''] = /^Tool: (\w+)\n([^]*)$/.exec(code) ?? []
      const tool = tools.find((one) => one.name === name)
      expect([id, check(Object(tool?.inputSchema), JSON.parse(args)).ok]).toEqual([id, true])
    }
  })

  const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : null
  describeOnlyWith({ found: python, missing: 'there is no python3' }, 'with Python', () => {
    it('is a program that Python reads', () => {
      const programs = samplesIn('Python').map(({ id, code }) => [id, code])
      const reads = 'import json, sys\nfor name, code in json.load(sys.stdin): compile(code, name, "exec")'
      expect(execFileSync('python3', ['-c', reads], { input: JSON.stringify(programs), encoding: 'utf8' })).toBe('')
    })
  })
})
