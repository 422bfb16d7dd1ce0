import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { put, type Write } from '../table/transact.ts'

/** Calls of tools, in the ticket's partition: they are removed with the ticket. */
const BOT_CALLS = defineRow({
  kind: 'botCall',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'call#${callId}' },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    callId: z.string(),
    /** The rest of the call as one text (`Content`). */
    row: z.string(),
  }),
})

type Content = Omit<BotCall, 'id' | 'ticketId' | 'createdAt'>

/** Maximum length of the arguments and of the answer that are kept. */
const MAX_ASKED = 2000
const MAX_ANSWERED = 4000

const toCall = ({ ticketId, callId, row }: Omit<RowOf<typeof BOT_CALLS>, 'companyId'>): BotCall => ({
  id: callId,
  ticketId,
  ...(JSON.parse(row) as Content),
  createdAt: new Date(timeOfId(callId)).toISOString(),
})

/** Returns a new call, and the write, labelled `botCall`, that stores it. */
export function botCallWrite(
  companyId: string,
  ticketId: string,
  { asked, answered, ...given }: Content,
): { call: BotCall; write: Write } {
  const content = { ...given, asked: cutText(asked, MAX_ASKED), answered: cutText(answered, MAX_ANSWERED) }
  const row = { companyId, ticketId, callId: newId(), row: JSON.stringify(content satisfies Content) }
  return { call: toCall(row), write: put('botCall', BOT_CALLS.put(row)) }
}

/** Returns the range of the calls before an id: no key lies between its end and the id. */
const olderThan = (id: string) => ({
  from: 'call#0',
  to: `call#${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`,
})

/** Reads a page of a ticket's calls, newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfBotCalls = (companyId: string, ticketId: string, options: PageOptions): Promise<Page<BotCall>> =>
  pageOf(
    companyId,
    `bot-calls|${ticketId}`,
    fromQuery(from => BOT_CALLS.query({ companyId, ticketId }, from ? olderThan(String(from)) : undefined), {
      attributes: ['ticketId', 'callId', 'row'],
      toRow: toCall,
      positionOf: call => call.id,
    }),
    options,
  )
