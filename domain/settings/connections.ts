/** The settings for reaching the database and Temporal, from a process's environment; every process needs them. */
export interface ConnectionSettings {
  readonly databaseUrl: string
  readonly temporal: TemporalSettings
}

export interface TemporalSettings {
  readonly address: string
  readonly namespace: string
  readonly taskQueue: string
}

type Variables = Readonly<Record<string, string | undefined>>

/** Throws one error that names every variable that is missing. */
export function readConnectionSettings(env: Variables): ConnectionSettings {
  const missing = ['DATABASE_URL', 'TEMPORAL_ADDRESS'].filter((name) => !env[name]?.trim())
  if (missing.length > 0) throw new Error(`Set ${missing.join(' and ')}, or run "npm start", which prepares both.`)
  return {
    databaseUrl: env['DATABASE_URL'] ?? '',
    temporal: temporalSettings(env, env['TEMPORAL_ADDRESS'] ?? ''),
  }
}

/** Two deployments may share one Temporal server: by namespace, or by task queue within one. */
export const temporalSettings = (env: Variables, address: string): TemporalSettings => ({
  address,
  namespace: env['TEMPORAL_NAMESPACE']?.trim() || 'default',
  taskQueue: env['TEMPORAL_TASK_QUEUE']?.trim() || 'runs',
})
