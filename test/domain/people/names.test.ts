import { describe, expect, it } from '@jest/globals'
import { isOtherPerson } from '../../../domain/people/same-person.ts'
import { compareNames, type NamesCompared, readPersonName } from '../../../domain/rows/person-name.ts'

const compared = (one: string, other: string): NamesCompared => {
  const [left, right] = [one, other].map((name) => readPersonName({ full_name: name }))
  return compareNames(left ?? null, right ?? null)
}

/** Two names, whether rows with them agree, and whether an answer with the one is about another person. */
const CASES: readonly (readonly [what: string, one: string, other: string, rows: NamesCompared, isOther: boolean])[] = [
  ['case and order', 'Ada LOVELACE', 'Lovelace, ada', 'agree', false],
  ['marks', 'José García', 'Jose Garcia', 'agree', false],
  ['umlauts in two letters', 'Jürgen Müller', 'Juergen Mueller', 'agree', false],
  ['letters without marks', 'Søren Łęcki', 'Soren Lecki', 'agree', false],
  ['a ligature', 'Æsa Groß', 'Aesa Gross', 'agree', false],
  ['apostrophes', 'Sean O’Brien', "Sean O'Brien", 'agree', false],
  ['an apostrophe left out', "Sean O'Brien", 'Sean OBrien', 'agree', false],
  ['a hyphen', 'Anne-Marie Dupont', 'Anne Marie Dupont', 'agree', false],
  ['one word or two', 'Anne-Marie Dupont', 'Annemarie Dupont', 'agree', false],
  ['titles and degrees', 'Prof. Dr. Ada Lovelace, PhD', 'Ada Lovelace', 'agree', false],
  ['titles of other languages', 'Frau Ada Lovelace', 'Ms Ada Lovelace', 'agree', false],
  ['an initial', 'A. Lovelace', 'Ada Lovelace', 'alike', false],
  ['a middle name', 'Ada Byron Lovelace', 'Ada Lovelace', 'agree', false],
  ['a beginning', 'Chris Sample', 'Christopher Sample', 'alike', false],
  ['another name that begins alike', 'Jan Sample', 'Jana Sample', 'differ', false],
  ['particles', 'Jan van der Berg', 'Jan Berg', 'agree', false],
  ['particles in one word', 'Jan Vandijk', 'Jan van Dijk', 'agree', false],
  ['a given name like a particle', 'Ben Sample', 'Kim Sample', 'differ', false],
  ['a shared particle', 'Jane van der Berg', 'Tom van der Wal', 'differ', true],
  ['another form of the given name', 'Bob Smith', 'Robert Smith', 'differ', false],
  ['a slip of one letter', 'Robin Sample', 'Robin Sampel', 'differ', false],
  ['a transliteration', 'Sergey Ivanov', 'Sergei Ivanov', 'differ', false],
  ['a given name alone', 'Ada', 'Ada Lovelace', 'unknown', false],
  ['initials alone', 'A. L.', 'Ada Lovelace', 'unknown', false],
  ['two scripts', 'Иван Петров', 'Ivan Petrov', 'unknown', false],
  ['one script that is not Latin', 'Иван Петров', 'Олег Сидоров', 'differ', true],
  ['Chinese and its transcription', '王小明', 'Xiaoming Wang', 'unknown', false],
  ['Chinese and its transcription together', '王小明 Xiaoming', 'Xiaoming Wang', 'unknown', false],
  ['the same in Chinese', '王 小明', '王小明', 'agree', false],
  ['one family', 'Ada Lovelace', 'Robin Lovelace', 'differ', false],
  ['nothing in common', 'Ada Lovelace', 'Robin Sample', 'differ', true],
]

describe('two names', () => {
  it.each(CASES)('with %s: %s and %s', (_, one, other, rows, isOther) => {
    expect([compared(one, other), compared(other, one)]).toEqual([rows, rows])
    expect([isOtherPerson(one, other), isOtherPerson(other, one)]).toEqual([isOther, isOther])
  })
})
