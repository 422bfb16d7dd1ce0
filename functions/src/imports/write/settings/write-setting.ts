/**
 * Writes the kinds of which a company has some dozens: queues, users, tags, fields, connections,
 * quick replies, macros, contact lists and campaigns, one after another. A row of the same name is joined to. All
 * of them are gone through again by a run that goes on elsewhere, as what follows refers to them.
 */
import { type ImportedRow, ledgerOf } from '../../../data/imports/imported-row.ts'
import type { WriteContext, Written } from '../write-context.ts'
import type { Made, Setting } from './setting.ts'
import { writeCampaign } from './write-campaign.ts'
import { writeConnection } from './write-connection.ts'
import { writeContactList } from './write-contact-list.ts'
import { writeMacro } from './write-macro.ts'
import { writeQueue } from './write-queue.ts'
import { writeQuickMessage } from './write-quick-message.ts'
import { writeTag } from './write-tag.ts'
import { writeTicketField } from './write-ticket-field.ts'
import { writeUser } from './write-user.ts'

export async function writeSetting(context: WriteContext, record: Setting): Promise<Written> {
  const known = (await ledgerOf(context.companyId, context.place, record.kind, [record.source.id])).get(
    record.source.id,
  )
  return { record, ...(await WRITERS[record.kind](context, record as never, known)) }
}

const WRITERS: {
  [K in Setting['kind']]: (
    context: WriteContext,
    record: Extract<Setting, { kind: K }>,
    known: ImportedRow | undefined,
  ) => Promise<Made>
} = {
  queue: writeQueue,
  user: writeUser,
  tag: writeTag,
  ticketField: writeTicketField,
  connection: writeConnection,
  quickMessage: writeQuickMessage,
  macro: writeMacro,
  contactList: writeContactList,
  campaign: writeCampaign,
}
