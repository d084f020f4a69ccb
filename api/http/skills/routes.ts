import Type from 'typebox'
import { type Skill, skillPath, SKILLS_PATH } from '../../docs/skills.ts'
import { MARKDOWN } from '../../html/html.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'
import { READABLE_ANYWHERE } from '../well-known/anywhere.ts'

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

const SkillIndex = closed({
  $schema: Type.Literal(SCHEMA),
  skills: Type.Array(
    closed({
      name: Type.String(),
      type: Type.Literal('skill-md'),
      description: Type.String(),
      url: Type.String(),
      digest: Type.String({ pattern: '^sha256:[0-9a-f]{64}$' }),
    }),
  ),
})

/** Agent Skills Discovery 0.2: an index, and each skill as one Markdown file. */
export const skillRoutes = (skills: () => readonly Skill[]): Route[] => [listSkills(skills), showSkill(skills)]

const listSkills = (skills: () => readonly Skill[]) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'getSkillIndex',
    path: `${SKILLS_PATH}/index.json`,
    summary: 'List the skills for agents',
    responses: { 200: { description: 'The index.', schema: SkillIndex } },
    async handler({ reply }) {
      const listed = skills().map(({ name, description, digest }) => ({
        name,
        type: 'skill-md' as const,
        description,
        url: skillPath(name),
        digest: `sha256:${digest}`,
      }))
      return reply(200, { $schema: SCHEMA, skills: listed }, READABLE_ANYWHERE)
    },
  })

const showSkill = (skills: () => readonly Skill[]) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'showSkill',
    path: skillPath('{skill}'),
    summary: 'Read a skill',
    params: Type.Object({ skill: Type.String() }, { additionalProperties: false }),
    responses: { 200: { description: 'The skill.', ...MARKDOWN } },
    errors: ['not_found'],
    async handler({ params, reply }) {
      const skill = skills().find(({ name }) => name === params.skill)
      if (skill === undefined) throw new Problem('not_found', 'There is no such skill.')
      return reply(200, skill.text, READABLE_ANYWHERE)
    },
  })
