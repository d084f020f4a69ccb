import type { Lexicon } from './lexicon.ts'
import { GERMAN } from './lexicons/de.ts'
import { ENGLISH } from './lexicons/en.ts'
import { SPANISH } from './lexicons/es.ts'
import { FRENCH } from './lexicons/fr.ts'
import { ITALIAN } from './lexicons/it.ts'
import { JAPANESE } from './lexicons/ja.ts'
import { DUTCH } from './lexicons/nl.ts'
import { POLISH } from './lexicons/pl.ts'
import { PORTUGUESE } from './lexicons/pt.ts'

export const LEXICONS: readonly Lexicon[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  DUTCH,
  PORTUGUESE,
  POLISH,
  JAPANESE,
]
