import type { Mail } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { newConfirmationCode } from '../../data/account/email-confirmation.ts'
import { emailToken } from '../../data/account/email-token.ts'
import { newResetCode } from '../../data/account/password-reset.ts'
import { getInvoice, toWireInvoice } from '../../data/company/billing.ts'
import { getCompany } from '../../data/company/company.ts'
import { getSettings, readSettings } from '../../data/company/setting.ts'
import { claimOutgoingEmail, recordSentEmail, releaseOutgoingEmail } from '../../data/mail/sent-mail.ts'
import { getContract } from '../../data/orders/contract.ts'
import { getRow } from '../../data/table/small-list.ts'
import { findByEmail } from '../../data/table/unique.ts'
import { INVITATIONS, isGood, newInvitationCode } from '../../data/team/invitation.ts'
import { getUser } from '../../data/team/user.ts'
import { logger } from '../../http/logger.ts'
import { actionEmail } from '../../integrations/email/action.ts'
import { contractExpiresEmail } from '../../integrations/email/contract-expires.ts'
import { confirmationEmail } from '../../integrations/email/email-confirmation.ts'
import type { EmailContent } from '../../integrations/email/email-content.ts'
import { invitationEmail } from '../../integrations/email/invitation.ts'
import { invoiceDueEmail } from '../../integrations/email/invoice-due.ts'
import { knownAddressEmail } from '../../integrations/email/known-email.ts'
import { passwordResetEmail } from '../../integrations/email/password-reset.ts'
import { sendEmail } from '../../integrations/email/send-email.ts'
import { signInChangedEmail } from '../../integrations/email/sign-in-changed.ts'
import { SmtpError } from '../../integrations/email/smtp-error.ts'

/**
 * Sends an e-mail once, as far as SES and SMTP allow: it is sent twice only when it was accepted
 * and both the answer and our record of it were lost. What a mail server refuses for good is not
 * tried again. A stage without a sender sends none. Throws errors that are worth another attempt.
 */
export async function deliver(mail: Mail): Promise<void> {
  const { EMAIL_FROM } = config()
  if (!EMAIL_FROM) return logger.warn('e-mail is not configured', { mailId: mail.id, type: mail.type })
  const claim = await claimOutgoingEmail(mail.id)
  if (claim === 'sent') return
  if (claim === 'busy') throw new Error('the e-mail is being sent by another')
  try {
    const content = await compose(mail)
    if (content) await sendEmail({ id: mail.id, from: EMAIL_FROM, to: mail.to, content })
  } catch (error) {
    if (!(error instanceof SmtpError && error.isPermanent)) {
      await releaseOutgoingEmail(mail.id)
      throw error
    }
    logger.error('the mail server refuses an e-mail for good', { mailId: mail.id, type: mail.type, error })
  }
  await recordSentEmail(mail.id)
}

/**
 * Returns the link to a screen of the web app with a secret that stays in the browser; undefined on
 * a stage that does not know its address.
 */
function linkTo(path: string, secret: string): string | undefined {
  const { WEB_ADDRESS } = config()
  return WEB_ADDRESS && `${WEB_ADDRESS}${path}#${secret}`
}

/** Returns the content of an e-mail; undefined when it has no recipient. */
async function compose(mail: Mail): Promise<EmailContent | undefined> {
  switch (mail.type) {
    case 'signInChanged':
      return signInChangedEmail(mail)
    case 'passwordReset': {
      const owner = await findByEmail(mail.to)
      const user = owner && (await getUser(owner.companyId, owner.userId, true))
      const code = await newResetCode(mail.to, user && owner)
      return user && passwordResetEmail(mail.language, user.name, code)
    }
    case 'knownEmail': {
      const owner = await findByEmail(mail.to)
      const user = owner && (await getUser(owner.companyId, owner.userId, true))
      return user && knownAddressEmail(mail.language, user.name, config().WEB_ADDRESS)
    }
    case 'emailConfirmation': {
      const { companyId, userId, to, language } = mail
      const user = await getUser(companyId, userId, true)
      const isNew = user?.pendingEmail === to
      if (!user || (!isNew && (user.emailConfirmed || user.email !== to))) return undefined
      const code = await newConfirmationCode(companyId, userId, to)
      const link = linkTo('/confirm', emailToken(companyId, userId, code))
      return confirmationEmail({ language, name: user.name, isNew, code, link })
    }
    case 'invitation': {
      const { companyId, invitationId, sentAt } = mail
      const [row, company] = await Promise.all([
        getRow(companyId, INVITATIONS, invitationId, true),
        getCompany(companyId),
      ])
      if (!company || !row || !isGood(row) || row.sentAt !== sentAt) return undefined
      const token = emailToken(companyId, row.id, await newInvitationCode(companyId, row))
      const { timezone } = await readSettings(companyId)
      const invitation = { ...row, by: row.invitedBy.name, company: company.name, timezone }
      return invitationEmail({ ...invitation, token, link: linkTo('/invite', token) })
    }
    case 'action':
      return actionEmail(mail)
    case 'contractExpires': {
      const { companyId, userId, contractId, expiresAt, days, to } = mail
      const [contract, user] = await Promise.all([
        getContract(companyId, contractId, true),
        getUser(companyId, userId, true),
      ])
      if (contract?.expiresAt !== expiresAt || user?.email !== to) return undefined
      return contractExpiresEmail({ ...contract, name: user.name, customer: contract.customerName, days })
    }
    case 'invoiceDue': {
      const { companyId, userId, invoiceId, dueDate, to } = mail
      const [invoice, user, company, { timezone }] = await Promise.all([
        getInvoice(companyId, invoiceId),
        getUser(companyId, userId, true),
        getCompany(companyId, true),
        getSettings(companyId),
      ])
      if (invoice?.status !== 'open' || invoice.dueDate !== dueDate || !company || user?.email !== to) return undefined
      return invoiceDueEmail({
        ...mail,
        invoice: toWireInvoice(invoice),
        name: user.name,
        company: company.name,
        timezone,
      })
    }
  }
}
