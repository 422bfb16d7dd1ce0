import { requireSetupToken } from '../../../data/account/setup-token.ts'
import { instant } from '../../../data/instant.ts'
import type { Operations } from '../operations.ts'

export const lookAtSetup: Operations['setup']['look'] = async (_, { body }) => ({
  goodUntil: instant(await requireSetupToken(body.token)),
})
