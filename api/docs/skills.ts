import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { SAMPLE_BASE_URL } from './guides.ts'

/** The skills in the order of the index; each is `docs/skills/<name>/SKILL.md`. */
const NAMES = ['find-people', 'enrich-a-list', 'reach-out-lawfully'] as const

export const SKILLS_PATH = '/.well-known/agent-skills'

export interface Skill {
  /** The name of its folder. */
  readonly name: string
  /** Its first heading. */
  readonly title: string
  /** What it does and when an agent takes it. */
  readonly description: string
  /** The entire file. */
  readonly text: string
  /** The SHA-256 of the file as it is served, in hex. */
  readonly digest: string
}

/** The skills of a service (agentskills.io): their commands have its URL. */
export const readSkills = (publicUrl: string): readonly Skill[] =>
  NAMES.map((name) => {
    const file = readFileSync(new URL(`../../docs/skills/${name}/SKILL.md`, import.meta.url), 'utf8')
    const text = file.replaceAll(SAMPLE_BASE_URL, publicUrl)
    const [, front = '', title = ''] = /^---\n([^]*?)\n---\n+# (.+)$/m.exec(text) ?? []
    const description: unknown = Object(parse(front)).description
    if (typeof description !== 'string' || title === '')
      throw new Error(`the skill ${name} has no description or title`)
    return { name, title, description, text, digest: createHash('sha256').update(text).digest('hex') }
  })

export const skillPath = (name: string): string => `${SKILLS_PATH}/${name}/SKILL.md`
