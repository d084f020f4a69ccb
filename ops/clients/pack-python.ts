import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '../../api/openapi/document.ts'
import { pythonVersion } from '../../api/version.ts'
import { run } from './pack.ts'

/** What is ours: the generator's settings, one template, the project file, and the module with the generated ones. */
const OURS = fileURLToPath(new URL('../../packages/python/', import.meta.url))
const PACKAGE = 'routed_data'

/** The generator knows no CSV: a body of it is a file, which is sent and received as it is (config.yaml). */
const withFiles = (name: string, value: unknown): unknown =>
  name === 'text/csv' ? { ...Object(value), schema: { type: 'string', format: 'binary' } } : value

export interface PythonPack {
  /** The Python that has the generator. */
  readonly generator: string
  readonly document: OpenApiDocument
  readonly version: string
  /** Where the wheel is written; created if it is missing. */
  readonly folder: string
}

/**
 * Generates the Python client from the document, and packs it. Returns the path of the wheel. Nothing generated is
 * kept, so no copy becomes stale. A part of the document that the generator does not understand is an error.
 */
export async function packPythonClient({ generator, document, version: ours, folder }: PythonPack): Promise<string> {
  const version = pythonVersion(ours)
  mkdirSync(folder, { recursive: true })
  const stage = mkdtempSync(join(tmpdir(), 'client-python-'))
  // The generator formats with ruff, which is next to it.
  const env = { ...process.env, PATH: [dirname(generator), process.env['PATH']].join(delimiter) }
  try {
    const source = join(stage, 'openapi.json')
    writeFileSync(source, JSON.stringify(document, withFiles))
    await run(
      generator,
      [
        '-m',
        'openapi_python_client',
        'generate',
        `--path=${source}`,
        `--output-path=${join(stage, PACKAGE)}`,
        `--config=${join(OURS, 'config.yaml')}`,
        `--custom-template-path=${join(OURS, 'templates')}`,
        '--meta=none',
        '--fail-on-warning',
      ],
      { cwd: stage, env },
    )
    cpSync(join(OURS, PACKAGE), join(stage, PACKAGE), { recursive: true })
    cpSync(join(OURS, 'README.md'), join(stage, 'README.md'))
    cpSync(join(OURS, '../LICENSE'), join(stage, 'LICENSE'))
    writeFileSync(join(stage, PACKAGE, 'py.typed'), '')
    const project = readFileSync(join(OURS, 'pyproject.toml'), 'utf8')
    writeFileSync(join(stage, 'pyproject.toml'), project.replace('version = "0.0.0"', `version = "${version}"`))
    await run(generator, ['-m', 'pip', 'wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', stage, '.'], {
      cwd: stage,
      env,
    })
    const name = `routed_data_client-${version}-py3-none-any.whl`
    cpSync(join(stage, name), join(folder, name))
    return join(folder, name)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
