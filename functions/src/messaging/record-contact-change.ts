/** Records changes of a contact where colleagues look for them: the logs of its live tickets. */
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { recordAudit } from '../data/account/audit.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { shownContactTags } from '../data/contacts/contact-tags.ts'
import { getCustomer } from '../data/customers/customer-row.ts'
import { fieldChangesOf } from '../data/fields/field-values.ts'
import { liveTicketsOfContacts } from '../data/tickets/contact-access.ts'
import { addLog } from '../data/tickets/ticket-log.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { publishTicketLogs } from './publish-ticket.ts'

const listed = (extraInfo: ContactRow['extraInfo']): string =>
  extraInfo.map(({ name, value }) => `${name}: ${value}`).join('; ')

/** Values longer than this are cut: a log entry is a row among hundreds. */
const MAX_VALUE_LENGTH = 200

const shown = (text: string): string | null => (text === '' ? null : cutText(text, MAX_VALUE_LENGTH))

/**
 * Returns the fields of a contact that a person changed; a customer is named by their full name.
 */
export async function contactChanges(before: ContactRow, after: ContactRow): Promise<FieldChange[]> {
  const changes = (['name', 'number', 'email'] as const).flatMap(field =>
    before[field] === after[field] ? [] : [{ field, before: shown(before[field]), after: shown(after[field]) }],
  )
  const [had, has] = [listed(before.extraInfo), listed(after.extraInfo)]
  const infos = had === has ? [] : [{ field: 'extraInfo', before: shown(had), after: shown(has) }]
  const customer =
    before.customerId === after.customerId
      ? []
      : [{ field: 'customer', before: await customerName(before), after: await customerName(after) }]
  const fields = await fieldChangesOf(after.companyId, before.fields, after.fields)
  const [was, is] = [blockText(before), blockText(after)]
  const block = was === is ? [] : [{ field: 'blocked', before: was, after: is }]
  const [wereTags, areTags] = await Promise.all([before, after].map(tagText))
  const tags = wereTags === areTags ? [] : [{ field: 'contactTags', before: wereTags!, after: areTags! }]
  return [...changes, ...infos, ...fields, ...tags, ...customer, ...block]
}

const tagText = async ({ companyId, tags }: ContactRow): Promise<string | null> =>
  shown((await shownContactTags(companyId, tags)).map(({ name }) => name).join(', '))

const blockText = ({ blocked }: ContactRow): string | null => (blocked ? 'true' : null)

async function customerName({ companyId, customerId }: ContactRow): Promise<string | null> {
  if (customerId === null) return null
  return shown((await getCustomer(companyId, customerId))?.fullName ?? customerId)
}

/**
 * Records a contact change that a job made for its owner, in the audit log and in the logs of the
 * contact's live tickets. Does nothing if no field changed.
 */
export async function recordContactChange(before: ContactRow, after: ContactRow, user: UserRef): Promise<void> {
  const { companyId, id, name } = after
  const changes = await contactChanges(before, after)
  if (changes.length === 0) return
  await logContactChange(await liveTicketsOfContacts(companyId, [id]), user, changes)
  await recordAudit(companyId, { action: 'contact.update', subjectId: id, name, user, changes })
}

/**
 * Writes the changes into the log of each live ticket of the contact, and publishes the entries.
 * @param user null for a change that WhatsApp reported
 */
export async function logContactChange(
  live: readonly TicketRow[],
  user: UserRef | null,
  changes: readonly FieldChange[],
): Promise<void> {
  await Promise.all(
    live.map(async ticket => {
      const log = await addLog(ticket.companyId, ticket.id, { type: 'contactChanged', user, changes: [...changes] })
      await publishTicketLogs(ticket, [log])
    }),
  )
}
