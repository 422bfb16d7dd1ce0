import { newId } from '@balcao/shared/ids.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import type { PublicContext, UserContext } from '../../http/context.ts'
import { enqueueMail } from '../../messaging/enqueue.ts'

/**
 * Enqueues an e-mail that asks whether an address is its user's. The change itself is done: if the
 * queue is unavailable that is logged, and the person may ask for the e-mail again.
 */
export async function sendConfirmation(
  ctx: PublicContext | UserContext,
  companyId: string,
  userId: string,
  to: string,
): Promise<void> {
  try {
    const language = languageOf(ctx.headers['accept-language'])
    await enqueueMail({ type: 'emailConfirmation', id: newId(), language, to, companyId, userId })
  } catch (error) {
    ctx.log.error('a letter was not sent', { requestId: ctx.requestId, userId, error: error as Error })
  }
}
