import { z } from 'zod'
import { IdParams, Instant, ListName, listQuery, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { API_SCOPES, ApiScope, ApiToken } from '../../entities/api-token.ts'

const common = { access: 'admin', plan: 'useExternalApi' } as const

/** Tokens of the public API (decision 0097). */
export const apiTokens = {
  list: route({
    ...common,
    method: 'GET',
    path: '/api-tokens',
    summary: 'The tokens of the public API, the newest first',
    query: z.object(listQuery),
    response: z.object({ apiTokens: z.array(ApiToken), ...page }),
  }),
  create: route({
    ...common,
    method: 'POST',
    path: '/api-tokens',
    summary: 'Make a token of the public API; it is shown here and never again',
    audit: 'apiToken.create',
    body: z.object({
      name: ListName,
      scopes: z.array(ApiScope).min(1).max(API_SCOPES.length),
      expiresAt: Instant.describe('From when on it is refused; null for never').nullable().default(null),
      sandbox: z
        .boolean()
        .describe('Its calls are checked and answered with examples, and change nothing')
        .default(false),
    }),
    response: ApiToken.extend({ token: z.string() }),
    status: 201,
    errors: ['ERR_API_TOKEN_LIMIT', 'ERR_API_TOKEN_EXPIRY'],
  }),
  remove: route({
    ...common,
    method: 'DELETE',
    path: '/api-tokens/{id}',
    summary: 'Revoke a token of the public API; the next call with it is refused',
    audit: 'apiToken.delete',
    params: IdParams,
  }),
}
