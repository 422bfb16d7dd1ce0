import { newId } from '@balcao/shared/ids.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { HOUR_MS, takeAttemptSlot } from '../../data/account/login-attempt.ts'
import type { PublicContext } from '../../http/context.ts'
import { enqueueMail } from '../../messaging/enqueue.ts'

/** E-mails of this kind that one person gets in an hour, whoever tries. */
const MAX_PER_HOUR = 3

/**
 * Enqueues an e-mail that informs the owner of `to` of a sign-up with it. An unavailable queue is
 * logged: the caller is answered as if the e-mail were new, and learns nothing from it.
 */
export async function sendKnownEmail(ctx: PublicContext, to: string): Promise<void> {
  if ((await takeAttemptSlot('knownEmail', to, MAX_PER_HOUR, HOUR_MS)) > 0) return
  try {
    const language = languageOf(ctx.headers['accept-language'])
    await enqueueMail({ type: 'knownEmail', id: newId(), language, to })
  } catch (error) {
    ctx.log.error('an e-mail about a known address was not queued', {
      requestId: ctx.requestId,
      error: error as Error,
    })
  }
}
