import { describe, expect, it } from '@jest/globals'
import { partsOfFile } from '../../../packages/cli/parts.ts'

const parts = (text: string, bytesMax: number): string[] =>
  partsOfFile(new TextEncoder().encode(text), bytesMax).map((part) => new TextDecoder().decode(part))

describe('a file in parts', () => {
  it.each<[string, number, string[]]>([
    ['a\nbb\nccc\n', 100, ['a\nbb\nccc\n']],
    ['a\nbb\nccc', 5, ['a\nbb\n', 'ccc']],
    ['a\nbb\nccc\n', 4, ['a\n', 'bb\n', 'ccc\n']],
    ['aaaaa\nb\n', 3, ['aaa', 'aa\n', 'b\n']],
    ['', 3, ['']],
  ])('%j of %d bytes at most', (text, bytesMax, expected) => {
    expect(parts(text, bytesMax)).toEqual(expected)
  })
})
