/** Who runs the service, and where these people see its workflows. */
export interface OperatorSettings {
  /** The URL of the namespace in Temporal's Web UI. */
  readonly workflowsUrl: string
  /** Confirmed addresses; null: everybody who signs in, since a local start is for its own machine. */
  readonly emails: ReadonlySet<string> | null
}

/** A person as they are signed in. */
export interface SignedIn {
  readonly email: string
  readonly email_verified: boolean
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads `TEMPORAL_UI_URL` and `OPERATOR_EMAILS`; null: pages do not lead to Temporal. */
export function readOperatorSettings(
  env: Variables,
  { deployment, namespace }: { readonly deployment: 'local' | 'production'; readonly namespace: string },
): OperatorSettings | null {
  const ui = env['TEMPORAL_UI_URL']?.trim() ?? ''
  if (ui === '') return null
  const isUrl = URL.parse(ui)?.protocol.startsWith('http') === true
  if (!isUrl) throw new Error('TEMPORAL_UI_URL must be a URL such as https://temporal.example.com.')
  const emails = (env['OPERATOR_EMAILS'] ?? '').split(',').map((email) => email.trim().toLowerCase())
  return operatorsAt(ui, { namespace, emails: deployment === 'local' ? null : new Set(emails.filter(Boolean)) })
}

export const operatorsAt = (
  ui: string,
  { namespace, emails }: { readonly namespace: string; readonly emails: ReadonlySet<string> | null },
): OperatorSettings => ({
  workflowsUrl: `${ui.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows`,
  emails,
})

/** The page of a workflow in Temporal's Web UI; null for everybody but operators. */
export function workflowUrl(
  operators: OperatorSettings | null,
  person: SignedIn | null,
  workflowId: string,
): string | null {
  if (operators === null || person === null) return null
  const { emails, workflowsUrl } = operators
  const isOperator = emails === null || (person.email_verified && emails.has(person.email.toLowerCase()))
  return isOperator ? `${workflowsUrl}/${encodeURIComponent(workflowId)}` : null
}
