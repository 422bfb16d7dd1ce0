import { revokeApiToken } from '../../../data/company/api-token.ts'
import type { Operations } from '../operations.ts'

/** Revokes a token of the public API; one that is gone already is no error. */
export const removeApiToken: Operations['apiTokens']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const name = await revokeApiToken(companyId, id)
  if (name !== undefined) audit({ name })
}
