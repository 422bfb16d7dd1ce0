/**
 * Messages sent to Meta. Meta returns an id only in its answer, and has no idempotency key. A row
 * per message records that a part of it is being sent, or the id Meta gave it, and a row per such
 * id leads back to the message.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { idOfMid } from '../../integrations/meta/mid.ts'
import { defineRow } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { putOne } from '../table/single-write.ts'
import { put, transact } from '../table/transact.ts'

const LIFETIME_S = 30 * 24 * 3600

const PAGE_SENDS = defineRow({
  kind: 'pageSend',
  key: { pk: '${companyId}#page-send#${whatsappId}', sk: '${messageId}' },
  content: z.object({
    companyId: z.string(),
    whatsappId: z.string(),
    messageId: z.string(),
    /** Meta's ids of the parts it has accepted, in order. */
    mids: z.array(z.string()),
    /** Time (epoch ms) at which the next part was sent, while its outcome is unknown. */
    sendingAt: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

const PAGE_MIDS = defineRow({
  kind: 'pageMid',
  key: { pk: '${companyId}#page-mid#${whatsappId}#${digest}', sk: 'mid' },
  content: z.object({
    companyId: z.string(),
    whatsappId: z.string(),
    /** SHA-256 of Meta's id, as computed by `idOfMid`. */
    digest: z.string(),
    messageId: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

const digestOf = (mid: string): string => createHash('sha256').update(idOfMid(mid)).digest('hex')
const later = (): number => Math.ceil(Date.now() / 1000) + LIFETIME_S

type Sending = { companyId: string; whatsappId: string; messageId: string }
export type MetaPageSend = { mids: string[]; sendingAt: number | null }

/** Returns the state of sending a message, or undefined if it has not begun. */
export async function metaPageSendOf({ companyId, whatsappId, messageId }: Sending): Promise<MetaPageSend | undefined> {
  const row = await PAGE_SENDS.get({ companyId, whatsappId, messageId }, { consistent: true })
  return row && { mids: row.mids, sendingAt: row.sendingAt ?? null }
}

/**
 * Records that the part after `mids` is being sent; returns false if another process is sending it.
 */
export const beginMetaPageSend = (given: Sending, before: MetaPageSend | undefined, at: number): Promise<boolean> =>
  isWritten(
    putOne(
      PAGE_SENDS.put(
        { ...given, mids: before?.mids ?? [], sendingAt: at, expiresAt: later() },
        {
          when: is =>
            before === undefined
              ? [is.absent('messageId')]
              : [
                  is.equal('mids', before.mids),
                  before.sendingAt === null ? is.absent('sendingAt') : is.equal('sendingAt', before.sendingAt),
                ],
        },
      ),
    ),
  )

/** Records that Meta did not accept the part, so the next attempt need not look for it. */
export async function releaseMetaPageSend(given: Sending, before: MetaPageSend): Promise<void> {
  await putOne(PAGE_SENDS.put({ ...given, mids: before.mids, expiresAt: later() }))
}

/** Records the id that Meta gave the part. */
export async function finishMetaPageSend(given: Sending, before: MetaPageSend, mid: string): Promise<MetaPageSend> {
  const after: MetaPageSend = { mids: [...before.mids, mid], sendingAt: null }
  const { companyId, whatsappId, messageId } = given
  const expiresAt = later()
  await transact([
    put('send', PAGE_SENDS.put({ ...given, mids: after.mids, expiresAt })),
    put('mid', PAGE_MIDS.put({ companyId, whatsappId, digest: digestOf(mid), messageId, expiresAt })),
  ])
  return after
}

/** Returns the id of our message with this id at Meta. */
export const messageOfMid = async (companyId: string, whatsappId: string, mid: string): Promise<string | undefined> =>
  (await PAGE_MIDS.get({ companyId, whatsappId, digest: digestOf(mid) }, { consistent: true }))?.messageId
