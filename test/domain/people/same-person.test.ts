import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isOtherPerson, nameIn } from '../../../domain/people/same-person.ts'

describe('the person of an answer', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'ADA LOVELACE'],
    ['Lovelace, Ada', 'Ada Lovelace'],
    ['Bob Smith', 'Robert Miller'],
    ['Bill Gates', 'William H. Gates III'],
    ['A. Lovelace', 'Ada King'],
    ['Ada Lovelace', 'A. King'],
    ['Ada Lovelace', 'Ada King'],
    ['Ada Byron', 'Augusta King (Byron)'],
    ['José García', 'Jose Garcia Lopez'],
    ['Jürgen Müller', 'Juergen Mueller'],
    ['Søren Kierkegaard', 'Soren Kirkegaard'],
    ['Łukasz Żak', 'Lukasz Zak'],
    ['Anne-Marie Dupont', 'Annemarie Durand'],
    ['María García-Lorca', 'Lorca'],
    ['Sean O’Brien', 'Shaun OBrien'],
    ['Sergey Ivanov', 'Sergei Petrov'],
    ['Yevgeniy Petrov', 'Evgeny Sidorov'],
    ['Mohammed Ali', 'Muhammad Khan'],
    ['Tchaikovsky', 'Chaykovskiy'],
    ['Alex Kim', 'Alexandra Park'],
    ['Robin Sampel', 'Kim Sample'],
    ['Xiaoming Wang', 'Wang Xiao Ming'],
    ['Xiaoming Wang', '王小明'],
    ['Иван Петров', 'Ivan Petrov'],
    ['Иван Петров', 'Иван Сидоров'],
    ['田中太郎', '太郎'],
    ['Dr. Jane van der Berg', 'J. Berg'],
    ['', 'Kim Doe'],
    ['Ada Lovelace', '—'],
  ])('%s may be %s', (requested, answered) => {
    expect(isOtherPerson(requested, answered)).toBe(false)
    expect(isOtherPerson(answered, requested)).toBe(false)
  })

  it.each([
    ['Ada Lovelace', 'Robin Sample'],
    ['John Smith', 'Peter Miller'],
    ['Dr. Jane van der Berg', 'Dr. Tom van der Wal'],
    ['Bob Smith', 'Alice Jones'],
    ['Maria Garcia', 'Lucy Chen'],
    ['Kim', 'Robin Sample'],
    ['Jürgen Müller', 'Anton Weiß'],
    ['Иван Петров', 'Олег Сидоров'],
    ['Hans-Peter Schmidt', 'Ulla Krause'],
    ['J. Smith', 'Kim Doe'],
    ['Robert Brown', 'Lisa Green'],
  ])('%s is not %s', (requested, answered) => {
    expect(isOtherPerson(requested, answered)).toBe(true)
    expect(isOtherPerson(answered, requested)).toBe(true)
  })

  it('is the same with one slip, a middle name, another order or no marks, whatever the name', () => {
    const part = fc.stringMatching(/^[A-Z][a-z]{3,9}$/)
    fc.assert(
      fc.property(part, part, part, fc.nat(), (first, middle, last, at) => {
        const name = `${first} ${last}`
        const slip = last.slice(0, at % last.length) + last.slice((at % last.length) + 1)
        for (const other of [`${last}, ${first}`, `${first} ${middle} ${last}`, `${first[0]}. ${last}`, `X ${slip}`])
          if (slip.length >= 4) expect(isOtherPerson(name, other)).toBe(false)
      }),
    )
  })

  it('is read of one member or of two', () => {
    expect(nameIn({ full_name: 'Ada Lovelace', email: 'a@example.com' })).toBe('Ada Lovelace')
    expect(nameIn({ first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada Lovelace')
    expect(nameIn({ first_name: null, last_name: 'Lovelace' })).toBe('Lovelace')
    expect(nameIn({ name: 'Ada', full_name: ' ' })).toBeNull()
  })
})
