import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { describe, expect, it } from 'vitest'
import { canDelete, canEdit } from './message-actions.ts'

const ana = { id: sampleMessage().id, name: 'Ana' }
const hers = { fromMe: true, origin: 'attendant', user: ana, createdAt: new Date().toISOString() } as const

it.each([
  ['a text', { mediaType: 'chat' }, true],
  ['a caption', { mediaType: 'image', body: 'R$ 10' }, true],
  ['no picture without a caption', { mediaType: 'image', body: '' }, false],
  ['no voice note', { mediaType: 'audio', body: '' }, false],
  ['no place', { mediaType: 'locationMessage', body: 'Loja' }, false],
] as const)('of kinds, editing is offered to %s', (_, changes, offered) => {
  const message = sampleMessage({ ...hers, ...changes })
  expect(canEdit(message, { userId: ana.id, isAdmin: false })).toBe(offered)
})

describe('editing and deleting are offered', () => {
  it.each([
    ['the author', hers, { userId: ana.id, isAdmin: false }, true],
    ['no colleague', hers, { userId: sampleMessage().id, isAdmin: false }, false],
    ['an admin', hers, { userId: sampleMessage().id, isAdmin: true }, true],
    ['nobody but admins for a bot', { ...hers, origin: 'bot', user: null }, { userId: ana.id, isAdmin: false }, false],
    ['admins for a bot', { ...hers, origin: 'bot', user: null }, { userId: ana.id, isAdmin: true }, true],
    ['nobody for a contact', { ...hers, fromMe: false, origin: 'contact' }, { userId: ana.id, isAdmin: true }, false],
  ] as const)('to %s', (_, changes, by, offered) => {
    const message = sampleMessage(changes)
    expect([canEdit(message, by), canDelete(message, by)]).toEqual([offered, offered])
  })

  it.each([
    ['a linked device', 'web', true],
    ['no cloud number', 'cloud', false],
    ['no page', 'graph', false],
  ] as const)('over %s', (_, provider, offered) => {
    const [message, by, can] = [sampleMessage(hers), { userId: ana.id, isAdmin: false }, capabilitiesOf({ provider })]
    expect([canEdit(message, by, can), canDelete(message, by, can)]).toEqual([offered, offered])
  })
})
