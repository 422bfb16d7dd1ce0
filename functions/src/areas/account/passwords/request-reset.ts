import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { readSettings } from '../../../data/company/setting.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueMail } from '../../../messaging/enqueue.ts'

/** Requests for an e-mail, and from an address, in 15 minutes. */
const MAX_REQUESTS = 10

/**
 * Enqueues a password reset. The worker finds the owner of the e-mail, makes the code and sends it,
 * so every e-mail is answered alike, and as fast.
 */
export const requestReset: Handlers<typeof account, HttpContexts>['forgetpassword']['request'] = async (
  ctx,
  { params: { email }, query: { companyId } },
) => {
  for (const [kind, value] of [
    ['resetAddress', ctx.sourceIp],
    ['resetEmail', email],
  ] as const) {
    const wait = await takeAttemptSlot(kind, value, MAX_REQUESTS)
    if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  }
  if (companyId && (await readSettings(companyId)).revealUnknownEmail === 'enabled') {
    const owner = await findByEmail(email)
    if (owner?.companyId !== companyId) throw new AppError('ERR_NO_EMAIL_FOUND')
  }
  const language = languageOf(ctx.headers['accept-language'])
  await enqueueMail({ type: 'passwordReset', id: newId(), language, to: email })
}
