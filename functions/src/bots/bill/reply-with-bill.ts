/**
 * Looks up a contact's open bills by document (decision 0031), sends them and closes the ticket.
 * Without an open bill a person takes over.
 */
import { ERP_NAMES } from '@balcao/shared/entities/erp.ts'
import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import { BILL_TEXTS, type BillTextInput, billTexts, isPayable, lastText } from '@balcao/shared/rules/bill-texts.ts'
import { BOT_NOTES, reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { documentIn } from '@balcao/shared/rules/document-in.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { openSettings } from '../../data/company/setting.ts'
import { logger } from '../../http/logger.ts'
import { type CallTimeouts, lookUpTimeouts } from '../../integrations/erp/ask.ts'
import type { Bill } from '../../integrations/erp/bill.ts'
import { findBills } from '../../integrations/erp/find-bills.ts'
import { storeTicketFile } from '../../messaging/store-ticket-file.ts'
import type { BotAnswer, BotMessage, BotRequest, ReplyWith } from '../bot.ts'

/** Returns the bot for bills, with the timeouts of each look-up. */
export const replyWithBill =
  (timeouts: () => CallTimeouts = lookUpTimeouts): ReplyWith =>
  async request => {
    const { companyId, id, messages, configuration } = request
    const handOffWith = (text: string, reason: NoteReason): BotAnswer => ({
      lines: [{ text }],
      handOver: { reason, by: { id, name: BOT_NOTES.billDown.by.pt } },
    })
    // The newest one: a contact who sent another meanwhile has corrected the first.
    const document = messages.map(({ body }) => documentIn(body)).findLast(found => found !== undefined)
    if (document === undefined) return handOffWith(BILL_TEXTS.unknown, reasonOf('billUnknown'))
    const found = await findBills(await openSettings(companyId), document, timeouts())
    switch (found.kind) {
      case 'found': {
        const today = localDay(Date.now(), configuration.settings.timezone)
        if (!found.bills.some(bill => isPayable(billTextInput(bill))))
          return handOffWith(BILL_TEXTS.bare, reasonOf('billBare'))
        const all = found.bills.length
        const lines = await Promise.all(found.bills.map((bill, i) => linesOf(request, bill, [i + 1, all], today)))
        return { lines: [...lines.flat(), { text: lastText(found.more) }], close: true }
      }
      case 'nothing':
        return handOffWith(BILL_TEXTS.nothing, reasonOf('billNothing'))
      case 'unknown':
        return handOffWith(BILL_TEXTS.unknown, reasonOf('billUnknown'))
      case 'none':
        return handOffWith(BILL_TEXTS.down, reasonOf('billNone'))
      case 'down': {
        const { system, code } = found
        logger.warn('a billing system could not be asked', { companyId, system, reason: code })
        return handOffWith(BILL_TEXTS.down, reasonOf('billDown', { words: ERP_NAMES[system], error: code }))
      }
    }
  }

const billTextInput = ({ pdf, ...bill }: Bill): BillTextInput => ({ ...bill, hasPdf: pdf !== null })

async function linesOf(request: BotRequest, bill: Bill, place: [number, number], today: string): Promise<BotMessage[]> {
  const texts = billTexts(billTextInput(bill), place, today).map(text => ({ text }))
  return bill.pdf ? [...texts, { text: '', media: await keep(request, bill, bill.pdf) }] : texts
}

/**
 * Stores the PDF as a file of the ticket, under a name that is the same at every attempt of this
 * reply.
 */
async function keep({ companyId, ticket, key }: BotRequest, { id, dueDate }: Bill, pdf: Buffer): Promise<KeptMedia> {
  const mimetype = 'application/pdf'
  const at = await storeTicketFile({ companyId, ticketId: ticket.id }, `bill|${key}|${id}`, pdf, mimetype)
  return { kind: 'application', key: at, mimetype, fileName: `boleto-${dueDate}.pdf`, size: pdf.length }
}
