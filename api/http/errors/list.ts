import Type from 'typebox'
import { ERROR_CODES } from '../../../domain/errors/codes.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { errorCodes } from '../../schemas/error.ts'
import { named } from '../../schemas/named.ts'

const ErrorCodeList = named(
  'ErrorCodeList',
  closed({
    items: Type.Array(
      closed({
        code: oneOf(errorCodes),
        status: Type.Integer(),
        meaning: Type.String(),
        action: Type.String(),
      }),
    ),
  }),
)

/** The table of error codes, so that an agent can look one up while it works. */
export const listErrors = () =>
  defineRoute({
    operationId: 'listErrors',
    method: 'GET',
    path: '/v1/errors',
    summary: 'List error codes',
    description: 'Returns each error code with its status, its meaning and what to do.',
    tags: ['Service'],
    spec: '7',
    access: 'public',
    etag: true,
    responses: { 200: { description: 'All error codes of the API.', schema: ErrorCodeList } },
    errors: [],
    async handler({ reply }) {
      return reply(200, { items: errorCodes.map((code) => ({ code, ...ERROR_CODES[code] })) })
    },
  })
