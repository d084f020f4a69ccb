import { readFileSync } from 'node:fs'
import { readSections, type Section } from '../pages/markdown.ts'
import type { CommandPromise } from '../pages/walk.ts'

export const RUNBOOK_TEXT = readFileSync(new URL('../../../ops/RUNBOOK.md', import.meta.url), 'utf8')
export const RUNBOOK: readonly Section[] = readSections(RUNBOOK_TEXT)

const hasCommands = ({ blocks }: Section): boolean => blocks.some(({ language }) => language === 'sh')
export const TITLES_WITH_COMMANDS = RUNBOOK.filter(hasCommands).map(({ title }) => title)

/** Sections in the order of the page, with their promises. */
export const walksOf = (promises: Readonly<Record<string, readonly CommandPromise[]>>) =>
  RUNBOOK.filter(({ title }) => title in promises).map((section) => ({
    title: section.title,
    section,
    promises: promises[section.title] ?? [],
  }))
