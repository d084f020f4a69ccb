// Which tests a command runs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const LONG = '<rootDir>/test/long/'
/** `npm run check` runs them. */
const STRUCTURE = '<rootDir>/test/structure/'
/** Documents of providers lie next to the repository, not in it: `npm run test:documents` needs their folder. */
const DOCUMENTS = '<rootDir>/test/documents/'

/** Files that reach a server or a process: a test that imports one of them, be it through others, is no unit test. */
const SERVERS = [
  'postgres',
  'temporal',
  'own-postgres',
  'own-temporal',
  'child-process',
  'service-processes',
  'bash',
  'chromium',
].map((name) => join(ROOT, `test/support/${name}.ts`))

/**
 * 'structure': those of `npm run check`; 'unit': the others that need no server, `npm run test:unit`;
 * 'usual': `npm test`;
 * 'long': tests that take minutes each or install something, `npm run test:long`; 'all': all of these,
 * `npm run test:all`; 'documents': tests that read documents of providers, `npm run test:documents`.
 * @param {string | undefined} kind
 */
export function testsOf(kind = 'usual') {
  const all = {
    testMatch: ['<rootDir>/{test,lab}/**/*.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', DOCUMENTS],
  }
  if (kind === 'structure') return { testMatch: [`${STRUCTURE}**/*.test.ts`] }
  if (kind === 'unit') return { ...all, testMatch: unitTests() }
  if (kind === 'long') return { ...all, testMatch: [`${LONG}**/*.test.ts`] }
  if (kind === 'usual') return { ...all, testPathIgnorePatterns: [...all.testPathIgnorePatterns, LONG, STRUCTURE] }
  if (kind === 'all') return all
  if (kind === 'documents') return { testMatch: [`${DOCUMENTS}**/*.test.ts`] }
  throw new Error(`TESTS is "${kind}"; it may be structure, unit, usual, long, all or documents.`)
}

function unitTests() {
  const files = ['test', 'lab'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => name.endsWith('.test.ts') && !/^test\/(?:long|structure|documents)\//.test(name)),
  )
  /** @type {Map<string, boolean>} */
  const known = new Map(SERVERS.map((file) => [file, true]))
  return files.map((name) => join(ROOT, name)).filter((file) => !reachesServer(file, known))
}

/** @param {string} file @param {Map<string, boolean>} known @returns {boolean} */
function reachesServer(file, known) {
  const cached = known.get(file)
  if (cached !== undefined) return cached
  // A circle of imports reaches what the rest of it reaches.
  known.set(file, false)
  // An import of types only loads nothing.
  const code = readFileSync(file, 'utf8').replaceAll(/^import type [^']*'[^']*'/gm, '')
  const imported = [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)].map(([, path = '']) =>
    resolve(dirname(file), path),
  )
  const reaches = imported.some((path) => existsSync(path) && reachesServer(path, known))
  known.set(file, reaches)
  return reaches
}
