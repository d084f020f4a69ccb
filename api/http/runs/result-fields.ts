import { unknownFields } from '../../../domain/answers/known-fields.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { invalidRequest } from '../../validation/check.ts'
import type { RunView } from './view.ts'

type OfResult = Pick<Capability, 'slug' | 'outputSchema'>

/** With `include_raw`. */
const ADDED_TO_RESULTS = ['raw'] as const

/** A field that the result never has would leave an empty answer, for which a run would be charged. */
export function requireFields(capability: OfResult, fields: readonly string[]): void {
  refuse(capability, fields, (index) => `/response/fields/${index}`)
}

/** The same for a read of a run. What a raw endpoint answers is not known, nor is a capability that has gone. */
export function requireFieldsOfView(capability: OfResult | undefined, view: RunView): void {
  if (capability === undefined) return
  if (view.kind === 'projection') return refuse(capability, view.projection.fields ?? [], () => '/fields')
  // A number selects an item of a list, and fields lead through lists without one.
  const within = view.slice.path.split('.').filter((name) => !/^\d+$/.test(name))
  const isKnown = unknownFields(capability.outputSchema, [within.join('.')], ADDED_TO_RESULTS).length === 0
  const fields = isKnown ? (view.slice.fields ?? []) : []
  refuse(
    capability,
    fields.map((field) => [...within, field].join('.')),
    () => '/fields',
  )
}

function refuse({ slug, outputSchema }: OfResult, fields: readonly string[], placeOf: (index: number) => string): void {
  const unknown = unknownFields(outputSchema, fields, ADDED_TO_RESULTS)
  if (unknown.length === 0) return
  throw invalidRequest(
    unknown.map(({ index, meant: [meant] }) => ({
      path: placeOf(index),
      message: `names no field of the result of ${slug}: \`${fields[index]}\`${meant === undefined ? '' : `; did you mean \`${meant}\`?`}`,
      ...(meant !== undefined && { meant }),
    })),
  )
}
