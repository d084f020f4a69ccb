import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { minifySync } from '@swc/core'
import { packClients, unpackClients } from '../../ops/clients/pack.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'

const run = promisify(execFile)
/** Enough for a median that two measurements reproduce within a millisecond or two. */
const ROUNDS = 40
const ROUNDS_QUICK = 5

/** The size of the packed client, and the start-up time of a command. Prints only; there is no budget. */
export async function measureClients({ quick }: { readonly quick: boolean }): Promise<void> {
  const data = fileURLToPath(new URL('../../.data', import.meta.url))
  mkdirSync(data, { recursive: true })
  // Inside the clone, so that the command finds commander where an install would have put it.
  const folder = mkdtempSync(join(data, 'client-bench-'))
  try {
    const packed = await unpackClients(await packClients(folder), folder)
    printSizes(packed)
    await printStarts(packed, quick ? ROUNDS_QUICK : ROUNDS)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function printSizes(packed: string): void {
  const sdk = join(packed, 'sdk')
  const files = readdirSync(sdk).map((name) => ({ name, bytes: readFileSync(join(sdk, name)) }))
  const code = files.filter(({ name }) => name.endsWith('.js'))
  const minified = Buffer.from(
    code
      .map(({ bytes }) => minifySync(bytes.toString('utf8'), { module: true, compress: true, mangle: true }).code)
      .join('\n'),
  )
  const total = (some: readonly { bytes: Buffer }[]): number => some.reduce((sum, { bytes }) => sum + bytes.length, 0)
  print(
    '## The typed client as it is packed',
    table(
      ['part', 'files', 'bytes'],
      [
        ['JavaScript', code.length, total(code)],
        ['the same, minified file by file', code.length, minified.length],
        ['the same, minified and gzipped', 1, gzipSync(minified, { level: 9 }).length],
        ['declarations', files.length - code.length, total(files) - total(code)],
      ],
    ),
  )
}

/** A bare start is measured next to each, in turn, so that a neighbour's noise affects all alike. */
async function printStarts(packed: string, rounds: number): Promise<void> {
  const command = join(packed, 'cli/main.js')
  if (!existsSync(command))
    return print('## Cold start of the command line', 'There is no command line in the package.')
  const starts = [
    { name: 'node -e 0', args: ['-e', '0'], ms: new Array<number>() },
    { name: 'svc --version', args: [command, '--version'], ms: new Array<number>() },
    { name: 'svc --help', args: [command, '--help'], ms: new Array<number>() },
  ]
  progress(`${rounds} starts of each command`)
  for (let round = 0; round < rounds; round += 1) {
    for (const { args, ms } of starts) {
      const begun = performance.now()
      await run(process.execPath, args)
      ms.push(performance.now() - begun)
    }
  }
  const bare = quantile(starts[0]?.ms ?? [], 0.5)
  print(
    '## Cold start of the command line',
    table(
      ['command', 'starts', 'median ms', 'p95 ms', 'above a bare node, median ms'],
      starts.map(({ name, ms }) => [
        name,
        ms.length,
        fixed(quantile(ms, 0.5)),
        fixed(quantile(ms, 0.95)),
        fixed(quantile(ms, 0.5) - bare),
      ]),
    ),
  )
}
