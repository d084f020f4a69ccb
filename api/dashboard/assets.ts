import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { StepContext } from '../middleware/state.ts'
import { Problem } from '../errors/problem.ts'
import { ASSETS_PATH } from './paths.ts'

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
} as const

/** Enough to distinguish two versions of a file. */
const HASH_LENGTH = 12

export interface Assets {
  /** Their paths, which change with their contents. */
  readonly style: string
  /** What guides and reference have in addition to `style`. */
  readonly docsStyle: string
  readonly script: string
  /** What the page of an operation has in addition to `script`. */
  readonly referenceScript: string
  readonly icon: string
  /** Answers one asset's path; throws `not_found` for any other, including that of an older version. */
  answer(ctx: StepContext): void
}

/** Read and compressed once per process. */
const FILES = (
  [
    ['dashboard', 'css'],
    ['dashboard', 'js'],
    ['dashboard', 'svg'],
    ['docs', 'css'],
    ['reference', 'js'],
  ] as const
).map(([name, kind]) => {
  const text = readFileSync(new URL(`./assets/${name}.${kind}`, import.meta.url))
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
  return {
    path: `${ASSETS_PATH}/${name}.${hash}.${kind}`,
    type: TYPES[kind],
    text,
    compressed: brotliCompressSync(text),
  }
})

/** The pages' style sheet, script and icon. A browser that has them never requests them again. */
export function createAssets(): Assets {
  const [style, script, icon, docsStyle, referenceScript] = FILES
  if (!style || !script || !icon || !docsStyle || !referenceScript) throw new Error('unreachable')
  return {
    style: style.path,
    docsStyle: docsStyle.path,
    script: script.path,
    referenceScript: referenceScript.path,
    icon: icon.path,
    answer(ctx) {
      const file = FILES.find(({ path }) => path === ctx.path)
      if (file === undefined) throw new Problem('not_found', 'There is no such file.')
      const compressed = ctx.acceptsEncodings('br', 'identity') === 'br'
      ctx.set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(compressed ? { 'Content-Encoding': 'br' } : {}),
      })
      ctx.type = file.type
      ctx.body = compressed ? file.compressed : file.text
    },
  }
}
