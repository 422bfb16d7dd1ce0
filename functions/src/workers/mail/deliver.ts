import type { Mail } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { claimMail, giveUpMail, noteSentMail } from '../../data/mail/sent-mail.ts'
import { logger } from '../../http/logger.ts'
import type { Letter } from '../../integrations/email/letter.ts'
import { sendEmail } from '../../integrations/email/send-email.ts'
import { signInChangedLetter } from '../../integrations/email/sign-in-changed.ts'

/**
 * Sends an e-mail once, as far as SES allows: it is sent twice only when SES took it and neither its answer nor our note of it
 * survived. A stage that has no sender sends none. Throws what is worth another try.
 */
export async function deliver(mail: Mail): Promise<void> {
  const { EMAIL_FROM } = config()
  if (!EMAIL_FROM) return logger.warn('e-mail is not configured', { mailId: mail.id, type: mail.type })
  const claim = await claimMail(mail.id)
  if (claim === 'sent') return
  if (claim === 'busy') throw new Error('the e-mail is being sent by another')
  try {
    const { to, letter } = compose(mail)
    await sendEmail(EMAIL_FROM, to, letter)
  } catch (error) {
    await giveUpMail(mail.id)
    throw error
  }
  await noteSentMail(mail.id)
}

function compose(mail: Mail): { to: string; letter: Letter } {
  switch (mail.type) {
    case 'signInChanged':
      return { to: mail.to, letter: signInChangedLetter(mail) }
  }
}
