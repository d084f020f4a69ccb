/** Helm's output, whose shape is unknown before it was checked. */
export type Manifest = unknown

/** The member at a path such as `spec.template.spec`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, member) =>
        typeof inner === 'object' && inner !== null ? Object.getOwnPropertyDescriptor(inner, member)?.value : undefined,
      value,
    )
}

/** An annotation or label, whose name may contain dots. */
export function noted(value: unknown, path: string, name: string): unknown {
  const notes = at(value, path)
  return typeof notes === 'object' && notes !== null ? Object.getOwnPropertyDescriptor(notes, name)?.value : undefined
}

export const listAt = (value: unknown, path: string): readonly unknown[] => {
  const list = at(value, path)
  return Array.isArray(list) ? list : []
}

export const textAt = (value: unknown, path: string): string => String(at(value, path) ?? '')

export const entriesAt = (value: unknown, path: string): readonly (readonly [string, unknown])[] => {
  const members = at(value, path)
  return typeof members === 'object' && members !== null ? Object.entries(members) : []
}

export const nameOf = (manifest: Manifest): string => `${textAt(manifest, 'kind')} ${textAt(manifest, 'metadata.name')}`

export const ofKind = (manifests: readonly Manifest[], ...kinds: string[]): readonly Manifest[] =>
  manifests.filter((manifest) => kinds.includes(textAt(manifest, 'kind')))

/** All kinds that make pods; the pod's own part is at `spec.template`. */
export const workloads = (manifests: readonly Manifest[]): readonly Manifest[] => ofKind(manifests, 'Deployment', 'Job')

/** Whether a selector matches these labels; an empty selector matches nothing here. */
export function fits(
  selector: readonly (readonly [string, unknown])[],
  labels: readonly (readonly [string, unknown])[],
): boolean {
  return (
    selector.length > 0 &&
    selector.every(([name, value]) => labels.some(([other, its]) => other === name && its === value))
  )
}
