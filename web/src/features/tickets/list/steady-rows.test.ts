import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { expect, it } from 'vitest'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { held, type SteadyRow } from './steady-rows.ts'

const tickets = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(id => [id, sampleTicket({ id })]))
const rows = (ids: string): Ticket[] => [...ids].map(id => tickets[id]!)
const shown = (ids: string): SteadyRow[] => rows(ids).map(ticket => ({ ticket, gone: false }))
const text = (all: readonly SteadyRow[]) =>
  all.map(({ ticket, gone }) => (gone ? `(${ticket.id})` : ticket.id)).join('')

it.each([
  ['a new order', 'abc', 'cab', 'abc'],
  ['a row that left', 'abc', 'ac', 'a(b)c'],
  ['a new row above, which is held back', 'abc', 'dabc', 'abc'],
  ['a new row between', 'abc', 'adbc', 'abc'],
  ['rows below, as of a next page', 'abc', 'abcde', 'abcde'],
  ['all of it at once', 'abc', 'dcae', 'a(b)ce'],
  ['nothing that was there', 'ab', 'cd', '(a)(b)cd'],
  ['nothing before', '', 'ab', 'ab'],
])('keeps the order shown: %s', (_, before, now, after) => {
  expect(text(held(shown(before), rows(now)))).toBe(after)
})

it('shows what changed in a row', () => {
  const fresh = { ...tickets.a!, unreadMessages: 3 }
  expect(held(shown('ab'), [tickets.b!, fresh])[0]).toEqual({ ticket: fresh, gone: false })
})

it('brings back a row that left and came again, where it was', () => {
  const gone = held(shown('abc'), rows('ac'))
  expect(text(held(gone, rows('bac')))).toBe('abc')
})
