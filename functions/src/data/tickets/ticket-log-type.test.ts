import { TICKET_LOG_TYPES } from '@balcao/shared/entities/ticket.ts'
import { describe, expect, it } from 'vitest'
import { readable } from '../company/export-rows.ts'
import { logEntry } from './ticket-log.ts'
import { STORED_LOG_TYPES, storedLogType, wireLogType } from './ticket-log-type.ts'

const SPECIFIED = [
  ...['create', 'chatBot', 'queue', 'open', 'access', 'transfered', 'receivedTransfer', 'pending', 'closed'],
  ...['reopen', 'redirect'],
]

describe('types of the ticket log', () => {
  it('have the names of the specification, and every other one is camelCase', () => {
    expect(TICKET_LOG_TYPES.filter(type => SPECIFIED.includes(type))).toEqual(SPECIFIED)
    for (const type of TICKET_LOG_TYPES) expect(type).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
  })

  it('are stored under the names of the rows there are', () => {
    expect(STORED_LOG_TYPES.slice(0, SPECIFIED.length)).toEqual([
      ...['created', 'chatbot', 'queue', 'open', 'accessed', 'transferred', 'receivedTransfer', 'pending', 'closed'],
      ...['reopened', 'redirected'],
    ])
    for (const type of TICKET_LOG_TYPES) expect(wireLogType(storedLogType(type))).toBe(type)
  })

  it('are translated in an entry that is written and in the export of its row', () => {
    const { write, log } = logEntry('c', 't', { type: 'transfered' })
    const { Item: item } = write.item.Put as { Item: Record<string, unknown> }
    expect(item.type).toBe('transferred')
    expect(log.type).toBe('transfered')
    expect(readable(item)).toMatchObject({ type: 'transfered' })
  })
})
