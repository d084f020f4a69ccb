import { describe, expect, it } from '@jest/globals'
import { readTracingSettings } from '../../../domain/settings/tracing.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

describe('the exporter of spans', () => {
  it.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, { OTEL_TRACES_SAMPLER_ARG: '1' }])('is off with %j', (env) => {
    expect(readTracingSettings(env)).toBeNull()
  })

  it("sends all spans to the traces path below the address, under the service's name", () => {
    expect(readTracingSettings(ENDPOINT)).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      share: 1,
      serviceName: 'routed-data-service',
      deployment: 'local',
    })
  })

  it('follows the environment', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc%3D, x-team = data ',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_SERVICE_NAME: 'routed',
      DEPLOYMENT: 'production',
    }
    expect(readTracingSettings(env)).toEqual({
      url: 'https://collector.example.com/otlp/v1/traces',
      headers: { authorization: 'Basic abc=', 'x-team': 'data' },
      share: 0.25,
      serviceName: 'routed',
      deployment: 'production',
    })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: 'half' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'secret-canary' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'key=secret-canary%' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  ])('%j stops the start, and the message names the variable and no credential', (env, name) => {
    expect(() => readTracingSettings(env)).toThrow(name)
    expect(() => readTracingSettings(env)).not.toThrow('secret-canary')
  })
})
