import type { MessageHit } from '@balcao/shared/entities/message-hit.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { lineAround, searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { instant } from '../../../data/instant.ts'
import { type MessageHit as Hit, searchMessages as search } from '../../../data/tickets/message-search.ts'
import { searchedText } from '../../../data/tickets/message-words.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { wordsMatch } from '../../../http/hidden-search.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** UTF-16 units of the line that is shown. */
const LINE = 160

export const searchMessages: Operations['messages']['search'] = async (ctx, { query }) => {
  const { searchParam, showAll, queueIds, tags, users, date, origin, priority, limit, cursor } = query
  const [{ viewer }, settings] = await Promise.all([callerOf(ctx), date ? getSettings(ctx.companyId) : undefined])
  const text = searchParam.trim()
  const filter = {
    text,
    showAll: showAll ?? false,
    mine: showAll === false,
    ...{ queueIds, tags, users, origin, priority },
    created: date && settings ? dayRange(date, date, settings.timezone) : undefined,
    unread: query.withUnreadMessages ?? false,
  }
  const { rows, hasMore, nextCursor } = await search(ctx.companyId, viewer, filter, { limit, cursor })
  const terms = searchedTerms(text)
  const matches = await wordsMatch(ctx, terms)
  const found = rows.filter(({ message }) => matches(searchedText(message)))
  return { hits: await Promise.all(found.map(hit => toWire(hit, terms))), hasMore, nextCursor }
}

const toWire = async ({ message, ticket }: Hit, terms: string[]): Promise<MessageHit> => ({
  id: message.id,
  ticketId: ticket.id,
  line: lineAround(plainText(searchedText(message)), terms, LINE),
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  author: message.fromMe ? (message.user?.name ?? null) : (message.sender?.name ?? message.sender?.number ?? null),
  createdAt: instant(timeOfId(message.id)),
  ticket: await toWireTicket(ticket),
})
