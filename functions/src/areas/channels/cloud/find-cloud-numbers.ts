import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { config } from '../../../config.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { inParts } from '../../../in-parts.ts'
import { numbersOf } from '../../../integrations/meta/cloud/cloud-numbers.ts'
import { accountsSharedBy } from '../../../integrations/meta/cloud/shared-accounts.ts'
import { longLivedToken } from '../../../integrations/meta/meta-pages.ts'
import { sealSignUpToken } from '../../../messaging/sign-up-token.ts'
import { askingMeta } from './asking-meta.ts'

const MAX_CONCURRENT = 5

/** Lists the numbers of the business accounts that somebody shared by Meta's sign-up. */
export const findCloudNumbers: Handlers<typeof channels, HttpContexts>['cloudNumbers']['find'] = async (
  { companyId },
  { body: { userToken } },
) => {
  if (!config().META_APP_ID) throw new AppError('ERR_CLOUD_NOT_CONFIGURED')
  const token = await askingMeta(() => longLivedToken(userToken))
  const accounts = await askingMeta(() => accountsSharedBy(token))
  if (accounts === undefined) throw new AppError('ERR_CLOUD_TOKEN')
  const found = await inParts(accounts, MAX_CONCURRENT, async businessAccountId =>
    (await askingMeta(() => numbersOf(businessAccountId, token))).map(
      ({ phoneNumberId, displayPhoneNumber, number, verifiedName }) => ({
        phoneNumberId,
        businessAccountId,
        displayPhoneNumber: displayPhoneNumber ?? number,
        verifiedName: verifiedName ?? '',
      }),
    ),
  )
  return { accessToken: sealSignUpToken(companyId, token, Date.now()), numbers: found.flat() }
}
