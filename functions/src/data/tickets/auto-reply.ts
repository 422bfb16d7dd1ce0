/** What the bot told a contact lately and shall not repeat: rows that expire. */
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { put, type Write } from '../table/transact.ts'

const AutoReplyEntity = new Entity({
  model: model('autoReply'),
  attributes: {
    companyId: { type: 'string', required: true },
    contactId: { type: 'string', required: true },
    /** Epoch ms. */
    sentAt: { type: 'number', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byContact: index(
      'main',
      { composite: ['companyId', 'contactId'], template: '${companyId}#autoReply#${contactId}' },
      { composite: [], template: 'outOfHours' },
    ),
  },
})

/** When the out-of-hours message last went to a contact (epoch ms), if less than `pause` ms ago. */
export async function outOfHoursSentAt(
  companyId: string,
  contactId: string,
  now: number,
  pause: number,
): Promise<number | null> {
  const { data } = await AutoReplyEntity.get({ companyId, contactId }).go({
    client: documentClient(),
    table: tableName(),
    consistent: true,
  })
  return data && data.sentAt > now - pause ? data.sentAt : null
}

/** The write, labelled `outOfHours`, that remembers it; refused when it went out less than `pause` ms ago. */
export const outOfHoursWrite = (companyId: string, contactId: string, now: number, pause: number): Write =>
  put(
    'outOfHours',
    AutoReplyEntity.put({ companyId, contactId, sentAt: now, expiresAt: Math.ceil((now + pause) / 1000) })
      .where((row, is) => `${is.notExists(row.sentAt)} OR ${is.lte(row.sentAt, now - pause)}`)
      .params({ table: tableName() }),
  )
