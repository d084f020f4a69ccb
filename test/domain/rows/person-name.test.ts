import { describe, expect, it } from '@jest/globals'
import { compareNames, readPersonName } from '../../../domain/rows/person-name.ts'

describe('two names', () => {
  it.each([
    ['Ada Example', 'Example, Ada', 'agree'],
    ['Dr. Ada Example', 'ada example', 'agree'],
    ['Ada M. Example', 'Ada Example', 'agree'],
    ['A. Example', 'Ada Example', 'alike'],
    ['Jörg Müller', 'Joerg Mueller', 'agree'],
    ['Chris Example', 'Christopher Example', 'alike'],
    ['Jan Example', 'Jana Example', 'differ'],
    ['Eric Example', 'Erica Example', 'differ'],
    ['Christian Example', 'Christiane Example', 'differ'],
    ['Martin Example', 'Martina Example', 'differ'],
    ['José García', 'Jose Garcia', 'agree'],
    ['Ada', 'Ada Example', 'unknown'],
    ['Ada', 'Ada', 'unknown'],
    ['A. E.', 'Ada Example', 'unknown'],
    ['Yulia Smirnova', 'Юлия Смирнова', 'unknown'],
    ['Vladimir Petrov', 'Владимир Петров', 'unknown'],
    ['Julia Smirnova', 'Юлия Смирнова', 'unknown'],
    ['Giorgos Papadopoulos', 'Γιώργος Παπαδόπουλος', 'unknown'],
    ['Ahmed Hassan', 'أحمد حسن', 'unknown'],
    ['Mohammed Al Ali', 'محمد العلي', 'unknown'],
    ['David Cohen', 'דוד כהן', 'unknown'],
    ['Li Ming', '李明', 'unknown'],
    ['Minsu Kim', '김민수', 'unknown'],
    ['Ada', 'Ада', 'unknown'],
    ['John Smith', 'Иван Петров', 'differ'],
    ['Li Ming', '王芳', 'differ'],
    ['John Smith', 'محمد العلي', 'differ'],
    ['John Smith', 'Γιώργος Παπαδόπουλος', 'differ'],
    ['Ada Example', null, 'unknown'],
    ['Ada Example', 'Bob Example', 'differ'],
    ['Eric Winter Jr.', 'Winter, Eric jun.', 'agree'],
    ['Eric Winter', 'Eric Winter Jr.', 'alike'],
    ['Eric Winter Sr.', 'Eric Winter junior', 'differ'],
    ['Jun Tanaka', 'Tanaka Jun', 'agree'],
    ['María José García Núñez', 'García Núñez, María José', 'agree'],
    ['Nguyen Van An', 'An Van Nguyen', 'agree'],
    ['María José García Núñez', 'José María García Núñez', 'differ'],
    ['Jean Pierre Dupont', 'Pierre Jean Dupont', 'differ'],
    ['María José García', 'José María García Núñez', 'differ'],
    ['Ana García', 'García López, Ana', 'agree'],
    ['Ada', 'Bob Sample', 'differ'],
    ['Ada Maria Example', 'Ada Jane Example', 'differ'],
  ])('%s and %s: %s', (one, other, expected) => {
    const [left, right] = [one, other].map((name) => (name === null ? null : readPersonName({ full_name: name })))
    expect([compareNames(left ?? null, right ?? null), compareNames(right ?? null, left ?? null)]).toEqual([
      expected,
      expected,
    ])
  })
})
