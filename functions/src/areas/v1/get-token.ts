import { instant } from '../../data/instant.ts'
import type { Operations } from './operations.ts'

/** Shows the token that calls. */
export const getToken: Operations['reference']['me'] = async ({ companyId, actor }) => {
  const { name, scopes, sandbox, until } = actor.machine!
  return {
    ...{ id: actor.userId, name, companyId, scopes: [...scopes], sandbox },
    expiresAt: until === null ? null : instant(until),
  }
}
