import type { Mail } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { newResetCode } from '../../data/account/password-reset.ts'
import { claimMail, giveUpMail, noteSentMail } from '../../data/mail/sent-mail.ts'
import { getContract } from '../../data/orders/contract.ts'
import { findByEmail } from '../../data/table/unique.ts'
import { getUser } from '../../data/team/user.ts'
import { logger } from '../../http/logger.ts'
import { contractExpiresLetter } from '../../integrations/email/contract-expires.ts'
import type { Letter } from '../../integrations/email/letter.ts'
import { passwordResetLetter } from '../../integrations/email/password-reset.ts'
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
    const letter = await compose(mail)
    if (letter) await sendEmail(EMAIL_FROM, mail.to, letter)
  } catch (error) {
    await giveUpMail(mail.id)
    throw error
  }
  await noteSentMail(mail.id)
}

/** What an e-mail says; undefined when nobody is to get it. */
async function compose(mail: Mail): Promise<Letter | undefined> {
  switch (mail.type) {
    case 'signInChanged':
      return signInChangedLetter(mail)
    case 'passwordReset': {
      const owner = await findByEmail(mail.to)
      const user = owner && (await getUser(owner.companyId, owner.userId, true))
      if (!user) return undefined
      return passwordResetLetter(mail.language, user.name, await newResetCode(user.companyId, user.id))
    }
    case 'contractExpires': {
      const { companyId, userId, contractId, expiresAt, days, to } = mail
      const [contract, user] = await Promise.all([
        getContract(companyId, contractId, true),
        getUser(companyId, userId, true),
      ])
      if (contract?.expiresAt !== expiresAt || user?.email !== to) return undefined
      return contractExpiresLetter({ ...contract, name: user.name, customer: contract.customerName, days })
    }
  }
}
