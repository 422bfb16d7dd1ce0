/**
 * What was handed to Meta. Meta names what is sent only in its answer, and knows no idempotency: a row per message says that a
 * part of it is under way, or under which id Meta has it, and a row per such id leads back to the message.
 */
import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { idOfMid } from '../../integrations/meta/mid.ts'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'
import { put, transact } from '../table/transact.ts'

const LIFETIME_S = 30 * 24 * 3600

const PageSendEntity = new Entity({
  model: model('pageSend'),
  attributes: {
    companyId: { type: 'string', required: true },
    whatsappId: { type: 'string', required: true },
    messageId: { type: 'string', required: true },
    /** Meta's ids of the parts it has, in order. */
    mids: { type: 'list', items: { type: 'string' }, required: true },
    /** The part after those was handed over at that time (epoch ms), and what became of it is not known. */
    sendingAt: { type: 'number' },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byMessage: index(
      'main',
      { composite: ['companyId', 'whatsappId'], template: '${companyId}#page-send#${whatsappId}' },
      { composite: ['messageId'], template: '${messageId}' },
    ),
  },
})

const PageMidEntity = new Entity({
  model: model('pageMid'),
  attributes: {
    companyId: { type: 'string', required: true },
    whatsappId: { type: 'string', required: true },
    /** SHA-256 of Meta's id, as `idOfMid` has it. */
    digest: { type: 'string', required: true },
    messageId: { type: 'string', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byMid: index(
      'main',
      { composite: ['companyId', 'whatsappId', 'digest'], template: '${companyId}#page-mid#${whatsappId}#${digest}' },
      { composite: [], template: 'mid' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })
const digestOf = (mid: string): string => createHash('sha256').update(idOfMid(mid)).digest('hex')
const later = (): number => Math.ceil(Date.now() / 1000) + LIFETIME_S

type Sending = { companyId: string; whatsappId: string; messageId: string }
export type PageSend = { mids: string[]; sendingAt: number | null }

/** How far a message is; undefined when nothing of it was begun. Consistent. */
export async function pageSendOf(given: Sending): Promise<PageSend | undefined> {
  const { companyId, whatsappId, messageId } = given
  const { data } = await PageSendEntity.get({ companyId, whatsappId, messageId }).go({ ...options(), consistent: true })
  return data ? { mids: data.mids, sendingAt: data.sendingAt ?? null } : undefined
}

/** Says that the part behind `mids` is handed over now; false when somebody else does so. */
export async function beginPageSend(given: Sending, before: PageSend | undefined, at: number): Promise<boolean> {
  try {
    await PageSendEntity.put({ ...given, mids: before?.mids ?? [], sendingAt: at, expiresAt: later() })
      .where((row, is) =>
        before === undefined
          ? is.notExists(row.messageId)
          : `${is.eq(row.mids, before.mids)} AND ${
              before.sendingAt === null ? is.notExists(row.sendingAt) : is.eq(row.sendingAt, before.sendingAt)
            }`,
      )
      .go(options())
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Meta did not take the part: the next try need not look for it. */
export async function releasePageSend(given: Sending, before: PageSend): Promise<void> {
  await PageSendEntity.put({ ...given, mids: before.mids, expiresAt: later() }).go(options())
}

/** Meta has the part under this id. */
export async function finishPageSend(given: Sending, before: PageSend, mid: string): Promise<PageSend> {
  const after: PageSend = { mids: [...before.mids, mid], sendingAt: null }
  const { companyId, whatsappId, messageId } = given
  const expiresAt = later()
  await transact([
    put('send', PageSendEntity.put({ ...given, mids: after.mids, expiresAt }).params({ table: tableName() })),
    put(
      'mid',
      PageMidEntity.put({ companyId, whatsappId, digest: digestOf(mid), messageId, expiresAt }).params({
        table: tableName(),
      }),
    ),
  ])
  return after
}

/** The message of ours that Meta knows by this id. Consistent. */
export async function messageOfMid(companyId: string, whatsappId: string, mid: string): Promise<string | undefined> {
  const { data } = await PageMidEntity.get({ companyId, whatsappId, digest: digestOf(mid) }).go({
    ...options(),
    consistent: true,
  })
  return data?.messageId
}
