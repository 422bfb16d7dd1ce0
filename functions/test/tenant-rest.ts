import { newId } from '@balcao/shared/ids.ts'
import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { newConfirmationCode } from '../src/data/account/email-confirmation.ts'
import { takeAttemptSlot } from '../src/data/account/login-attempt.ts'
import { newResetCode } from '../src/data/account/password-reset.ts'
import { beginSecondFactor } from '../src/data/account/second-factor.ts'
import { newChallenge } from '../src/data/account/sign-in-challenge.ts'
import { startSupport } from '../src/data/account/support-session.ts'
import { aiUseWrites } from '../src/data/automation/ai-use.ts'
import { saveCampaignSettings } from '../src/data/campaigns/campaign-settings.ts'
import { optOutWrite } from '../src/data/campaigns/opt-out-row.ts'
import { claimAccount } from '../src/data/channels/meta-page-account.ts'
import { replaceApiToken } from '../src/data/channels/whatsapp.ts'
import { billingWrite, chargeWrite, invoiceWrite } from '../src/data/company/billing.ts'
import { changeCompany } from '../src/data/company/company.ts'
import { noticeWrite } from '../src/data/company/payment-notice.ts'
import { saveSetting } from '../src/data/company/setting.ts'
import { saveNumberCheck } from '../src/data/contacts/number-check.ts'
import { congratulatedWrite } from '../src/data/customers/birthday.ts'
import { addSocket } from '../src/data/realtime/socket.ts'
import { transact } from '../src/data/table/transact.ts'
import { outOfHoursWrite } from '../src/data/tickets/auto-reply.ts'
import { countPageFetch, keepPagePreview } from '../src/data/tickets/link-preview.ts'
import { putObject } from '../src/integrations/storage.ts'
import type { Tenant } from './tenant.ts'

/**
 * Creates the rows of a company besides those of `makeTenant`: bills, tokens and codes, work under
 * way, and rows of the installation about it. For tests that must meet everything of a company.
 */
export async function makeRest({ company, ids }: Tenant): Promise<void> {
  const { id: companyId, admin, name, plan } = company
  const now = Date.now()
  const as = admin.user
  const [invoiceId, txid] = [newId(), 'txid1']
  const bill = { planId: plan.id, detail: 'Plano', recurrence: company.recurrence, value: 9990 }
  await transact([
    billingWrite({ companyId, version: 0, number: 1, openInvoiceId: invoiceId, anchor: null, language: 'pt' }),
    invoiceWrite({
      ...{ companyId, id: invoiceId, version: 0, number: 1, ...bill, dueDate: now, status: 'open', paidAt: null },
      ...{ paymentId: null, txid, createdAt: now, updatedAt: now },
    }),
    chargeWrite({
      ...{ companyId, txid, version: 0, invoiceId, ...bill, qrcode: '000201', expiresAt: now, outcome: 'surplus' },
      ...{ paid: 9990, told: true, createdAt: now },
    }),
    noticeWrite({
      ...{ id: newId(), at: new Date(now).toISOString(), problem: 'over', companyId, companyName: name },
      ...{ invoiceNumber: 1, txid, asked: 99.9, paid: 99.9 },
    }),
  ])
  await beginSecondFactor(companyId, as.id)
  await newChallenge(companyId, as.id, 'code', 'hash')
  await startSupport(
    { companyId, userId: as.id, by: { id: newId(), name: 'Suporte', companyId, sessionId: newId() } },
    { action: 'company.support', name },
  )
  await newConfirmationCode(companyId, as.id, as.email)
  await newResetCode(as.email, { companyId, userId: as.id })
  await takeAttemptSlot('email', as.email, 10)
  await addSocket({
    ...{ companyId, connectionId: newId(), userId: as.id, sessionId: admin.actor.sessionId, userName: as.name },
    ...{ profile: as.profile, super: as.super, queueIds: [], allTicket: as.allTicket },
  })
  await saveNumberCheck(companyId, ids.contactNumber, { exists: true, number: ids.contactNumber, lid: null })
  await saveCampaignSettings(companyId, { messageInterval: 30 })
  await saveSetting(companyId, 'asaas', 'key-of-asaas')
  await replaceApiToken(companyId, ids.whatsapp, `token-of-${companyId}`)
  await transact([
    outOfHoursWrite(companyId, ids.contact, now, 60_000),
    congratulatedWrite(companyId, ids.customer, '2026'),
    optOutWrite(companyId, ids.contactNumber, now),
    ...(await aiUseWrites(
      companyId,
      { kind: 'user', id: as.id, name: as.name },
      { model: 'm', inputTokens: 12, outputTokens: 3 },
    )),
    claimAccount({ companyId, id: ids.whatsapp, pageId: 'page' }, `account-${companyId}`),
  ])
  await keepPagePreview(companyId, 'https://loja.example/', { title: 'Loja', description: '' })
  await countPageFetch(companyId)
  const key = `${PUBLIC_FILES}${companyId}/logo/x.png`
  await putObject(key, Buffer.from('x'), 'image/png')
  await changeCompany(companyId, { logo: { mediaPath: `/${key}`, mediaName: 'logo.png' } })
}
