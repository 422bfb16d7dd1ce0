/**
 * Answers that bots gave to a contact within an hour of the clock. Whoever writes may be a bot too,
 * which answers each of them: such a pair would go on for ever (decision 0030).
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { update, type Write } from '../table/transact.ts'

/** Maximum number of answers; a person who reads and writes gives fewer reasons for one. */
export const MAX_BOT_ANSWERS = 60

const HOUR_MS = 3_600_000

const PACES = defineRow({
  kind: 'botPace',
  key: { pk: '${companyId}#bot-pace#${contactId}', sk: '${hour}' },
  content: z.object({
    companyId: z.string(),
    contactId: z.string(),
    hour: z.string(),
    answers: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'contactId', 'hour'],
})

const hourOf = (now: number): string => String(Math.floor(now / HOUR_MS))

/** Returns the write, labelled `pace`, that counts one more answer to a contact. */
export const botAnswerWrite = (companyId: string, contactId: string, now: number): Write =>
  update(
    'pace',
    PACES.upsert(
      { companyId, contactId, hour: hourOf(now) },
      { set: { expiresAt: Math.ceil((now + 2 * HOUR_MS) / 1000) }, add: { answers: 1 } },
    ),
  )

/** Returns whether bots have answered a contact as often as they may in this hour. */
export async function isAnsweredEnough(companyId: string, contactId: string, now: number): Promise<boolean> {
  const row = await PACES.get({ companyId, contactId, hour: hourOf(now) })
  return (row?.answers ?? 0) >= MAX_BOT_ANSWERS
}
