import { CASE_MESSAGE_LENGTH, CASE_MESSAGES, NO_EXPECTATION } from '@balcao/shared/api/automation/prompt-tests.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { MADE_UP_NAME, withoutPerson } from '@balcao/shared/rules/without-person.ts'
import { messageWords } from '../../../bots/prompt/message-words.ts'
import { createCase, showCase } from '../../../data/automation/prompt-case.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { visibleTicket } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

/** Newest messages of a conversation that are read. */
const MAX_READ = 300

/** Adds a case with what the contact of a conversation wrote, without the person who wrote it. */
export const createCaseFromTicket: Operations['promptCases']['fromTicket'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  await requirePrompt(ctx, id)
  const { ticket } = await visibleTicket(ctx, body.ticketId)
  const [rows, names] = await Promise.all([
    listMessages(companyId, ticket.id, { limit: MAX_READ }),
    namesOf(companyId, ticket),
  ])
  const said = repliesIn(rows.reverse())
    .slice(0, CASE_MESSAGES)
    .map(words => cutText(withoutPerson(words, names), CASE_MESSAGE_LENGTH))
  if (said.length === 0) throw new AppError('ERR_PROMPT_CASE_EMPTY')
  const name = cutText(`${MADE_UP_NAME.first}: ${said[0]!.replace(/\s+/g, ' ')}`, 60)
  return showCase(await createCase(companyId, id, { name, messages: said, expect: NO_EXPECTATION }))
}

/** Returns the names of the contact, by which its words may name it. */
async function namesOf(companyId: string, ticket: TicketRow): Promise<string[]> {
  const contact = await getContact(companyId, ticket.contact.id)
  const customer = contact?.customerId ? await getCustomer(companyId, contact.customerId) : undefined
  return [ticket.contact.name, contact?.name, customer?.fullName].filter(name => name !== undefined)
}

/** Returns what the contact wrote, together what was written before anybody answered. */
function repliesIn(rows: readonly MessageRow[]): string[] {
  const said: string[][] = []
  let isNew = true
  for (const row of rows) {
    if (row.isDeleted || row.mediaType === 'call_log') continue
    const words = row.fromMe ? '' : messageWords(row).trim()
    if (words !== '' && isNew) said.push([])
    if (words !== '') said.at(-1)!.push(words)
    if (row.fromMe || words !== '') isNew = row.fromMe
  }
  return said.map(words => words.join('\n'))
}
