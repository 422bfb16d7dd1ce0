import { expect, it } from 'vitest'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { nextReply } from './reply-limit.ts'

const ticket = (ruleReplies?: TicketRow['ruleReplies']) => ({ ruleReplies }) as TicketRow
const HOUR_MS = 3_600_000

it('counts twenty replies of rules in an hour, refuses the next, and begins anew after it', () => {
  let replies = nextReply(ticket(), 1000)
  for (let i = 1; i < 20; i++) replies = nextReply(ticket(replies), 1000 + i)
  expect(replies).toEqual({ since: 1000, count: 20 })
  expect(() => nextReply(ticket(replies), 999 + HOUR_MS)).toThrow(
    expect.objectContaining({ code: 'ERR_TOO_MANY_REPLIES' }),
  )
  expect(nextReply(ticket(replies), 1000 + HOUR_MS)).toEqual({ since: 1000 + HOUR_MS, count: 1 })
})
