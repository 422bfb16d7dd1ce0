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
import { put, retryUntilWritten, transact, type Write, WriteConflict } from '../table/transact.ts'

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
    /** Time (epoch ms) at which the last accepted part was sent. */
    sentAt: z.number().optional(),
    /**
     * Number of parts of a message over a cloud number: statuses and a person's retry need to know
     * whether all of them are at Meta.
     */
    parts: z.number().optional(),
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

export type Sending = { companyId: string; whatsappId: string; messageId: string }
export type MetaPageSend = {
  mids: string[]
  sendingAt: number | null
  sentAt?: number | undefined
  parts?: number | undefined
}

/** Returns the state of sending a message, or undefined if it has not begun. */
export async function metaPageSendOf({ companyId, whatsappId, messageId }: Sending): Promise<MetaPageSend | undefined> {
  const row = await PAGE_SENDS.get({ companyId, whatsappId, messageId }, { consistent: true })
  return row && { mids: row.mids, sendingAt: row.sendingAt ?? null, sentAt: row.sentAt, parts: row.parts }
}

/** Returns the write of a state, which is refused if the state is no longer `before`. */
const replacement = (
  given: Sending,
  before: MetaPageSend | undefined,
  { mids, sendingAt, sentAt, parts }: MetaPageSend,
): ReturnType<typeof PAGE_SENDS.put> =>
  PAGE_SENDS.put(
    {
      ...given,
      mids,
      ...(sendingAt === null ? {} : { sendingAt }),
      ...(sentAt === undefined ? {} : { sentAt }),
      ...(parts === undefined ? {} : { parts }),
      expiresAt: later(),
    },
    {
      when: is =>
        before === undefined
          ? [is.absent('messageId')]
          : [
              is.equal('mids', before.mids),
              before.sendingAt === null ? is.absent('sendingAt') : is.equal('sendingAt', before.sendingAt),
            ],
    },
  )

/**
 * Records that the part after `mids` is being sent, and returns the state.
 * @throws Error if another process is sending it
 */
export async function beginMetaPageSend(
  given: Sending,
  before: MetaPageSend | undefined,
  at: number,
  parts?: number,
): Promise<MetaPageSend> {
  const begun: MetaPageSend = { mids: before?.mids ?? [], sendingAt: at, sentAt: before?.sentAt, parts }
  if (!(await isWritten(putOne(replacement(given, before, begun))))) throw new Error('somebody else sends this message')
  return begun
}

/** Records that Meta did not accept the part, so the next attempt need not look for it. */
export async function releaseMetaPageSend(given: Sending, before: MetaPageSend): Promise<void> {
  await isWritten(putOne(replacement(given, before, { ...before, sendingAt: null })))
}

/**
 * Records the id that Meta gave the part. Meta's answer and its event of the same message both say
 * it: who comes second finds it recorded.
 * @throws WriteConflict if the state is no longer `before`, and the id is not recorded
 */
export async function finishMetaPageSend(given: Sending, before: MetaPageSend, mid: string): Promise<MetaPageSend> {
  const sentAt = before.sendingAt ?? before.sentAt
  const after: MetaPageSend = { ...before, mids: [...before.mids, mid], sendingAt: null, sentAt }
  const { companyId, whatsappId, messageId } = given
  const row = { companyId, whatsappId, digest: digestOf(mid), messageId, expiresAt: later() }
  try {
    await transact([put('send', replacement(given, before, after)), put('mid', PAGE_MIDS.put(row))])
    return after
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    const state = await metaPageSendOf(given)
    if (!state?.mids.some(each => idOfMid(each) === idOfMid(mid))) throw error
    return state
  }
}

/**
 * Records that Meta has a part of a message over a cloud number, as an answer or a status said: in
 * either order, and as often as it is said. `isComplete`: all parts of the message are at Meta.
 * @param part counted from 0
 */
export function recordCloudPart(
  given: Sending,
  part: number,
  wamid: string,
): Promise<{ isComplete: boolean; state: MetaPageSend | undefined }> {
  return retryUntilWritten(async () => {
    const before = await metaPageSendOf(given)
    const isNext = before && before.mids.length === part && before.sendingAt !== null
    const state = isNext ? await finishMetaPageSend(given, before, wamid) : before
    // Without a record it was sent long ago, or not from here.
    return { isComplete: !state || state.mids.length >= (state.parts ?? 1), state }
  })
}

/**
 * Returns the write, if there is one, by which a failed message over a cloud number can be sent
 * once more: it forgets that all of it was accepted (Meta gave it up since), or that a part's
 * outcome was never learned. A part that is being sent stays.
 * @param isSettled whether a part that was sent at this time (epoch ms) is not being sent any more
 */
export async function cloudRetryWrites(given: Sending, isSettled: (sendingAt: number) => boolean): Promise<Write[]> {
  const before = await metaPageSendOf(given)
  if (before?.parts === undefined) return []
  const isDone = before.mids.length >= before.parts
  const isUnknown = before.sendingAt !== null && isSettled(before.sendingAt)
  if (!isDone && !isUnknown) return []
  return [put('send', replacement(given, before, { ...before, sendingAt: null, mids: isDone ? [] : before.mids }))]
}

/** Returns the id of our message with this id at Meta. */
export const messageOfMid = async (companyId: string, whatsappId: string, mid: string): Promise<string | undefined> =>
  (await PAGE_MIDS.get({ companyId, whatsappId, digest: digestOf(mid) }, { consistent: true }))?.messageId
