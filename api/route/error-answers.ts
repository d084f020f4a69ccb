import { errorStatus, type ErrorCode } from '../../domain/errors/codes.ts'
import { type Route, takesBody } from './route.ts'

/** Every error that a route can answer: those that it declares and those that the frame answers on its behalf. */
export function errorAnswersOf(route: Route): { code: ErrorCode; status: number }[] {
  const implied: ErrorCode[] = ['invalid_request', 'internal_error']
  if (route.access !== 'public') implied.push('unauthorized', 'forbidden', 'unavailable')
  if (route.rateLimited !== false) implied.push('rate_limited')
  if (takesBody(route)) implied.push('payload_too_large', 'unsupported_media_type')
  const answers = [...implied, ...route.errors].map((answer) =>
    typeof answer === 'string'
      ? { code: answer, status: errorStatus(answer) }
      : { code: answer.code, status: answer.status },
  )
  return answers.filter(
    (answer, index) =>
      answers.findIndex((other) => other.code === answer.code && other.status === answer.status) === index,
  )
}
