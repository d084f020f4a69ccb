/** Where the spans of a process go, by OpenTelemetry's own variable names. */
export interface TracingSettings {
  /** The collector's URL for traces: OTLP over HTTP, protobuf. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The share of requests that are traced: 0 to 1. A traced request is traced through all its steps. */
  readonly share: number
  readonly serviceName: string
  readonly deployment: string
}

type Variables = Readonly<Record<string, string | undefined>>

const SERVICE_NAME = 'routed-data-service'

/** null: nothing is traced, because there is no collector. */
export function readTracingSettings(env: Variables): TracingSettings | null {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim()
  if (!endpoint) return null
  return {
    url: urlOf(endpoint),
    headers: headersOf(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
    share: shareOf(env['OTEL_TRACES_SAMPLER_ARG']?.trim() || '1'),
    serviceName: env['OTEL_SERVICE_NAME']?.trim() || SERVICE_NAME,
    deployment: env['DEPLOYMENT']?.trim() || 'local',
  }
}

/** The variable names the collector; each kind of signal has its own path below it. */
function urlOf(endpoint: string): string {
  if (!/^https?:\/\/[^/?#\s]/.test(endpoint))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://127.0.0.1:4318.')
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`
}

/**
 * `name=value,name=value`, values percent-encoded, as OpenTelemetry defines it. An error names no value: these are
 * credentials.
 */
function headersOf(text: string): Record<string, string> {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*)$/.exec(pair) ?? []
      if (name === undefined || value === undefined || !/^(?:[^%]|%[0-9a-f]{2})*$/i.test(value)) {
        throw new Error(
          'OTEL_EXPORTER_OTLP_HEADERS must be a list such as name=value,name=value, with percent-encoded values.',
        )
      }
      return [name, decodeURIComponent(value)]
    }),
  )
}

function shareOf(text: string): number {
  const share = Number(text)
  if (!(share >= 0 && share <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, not "${text}".`)
  return share
}
