// @vitest-environment jsdom
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { act, cleanup, render } from '@testing-library/react'
import { getFixedT } from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { session } from '#/lib/session.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { saveDraft } from '../conversation/drafts.ts'
import { RowPreview } from './row-preview.tsx'

const me = sessionUser()
const own = { lastMessageFromMe: true, lastMessageOrigin: 'attendant', lastMessage: 'Bom dia' } as const

const show = (changes: Partial<Ticket>, selected = false) => {
  const ticket = sampleTicket(changes)
  const { container } = render(
    <RowPreview ticket={ticket} selected={selected} userId={me.id} t={getFixedT(null, 'tickets')} />,
  )
  return {
    ticket,
    text: () => container.querySelector('[data-preview]')?.textContent,
    ack: () => container.querySelector('[data-ack]')?.getAttribute('data-ack'),
  }
}

beforeEach(async () => {
  localStorage.clear()
  session.set({ state: 'in', token: 't', user: me })
  await startI18n()
  await loadTexts('tickets')
})
afterEach(cleanup)

describe('the preview of a row', () => {
  it.each([
    ['of the contact', {}, 'oi', undefined],
    [
      'of this user',
      { ...own, lastMessageUser: { id: me.id, name: me.name }, lastMessageAck: 0 },
      'Você: Bom dia',
      'clock',
    ],
    [
      'of a colleague',
      { ...own, lastMessageUser: { id: 'x', name: 'Ana Souza' }, lastMessageAck: 1 },
      'Ana: Bom dia',
      'sent',
    ],
    ['of the bot', { ...own, lastMessageOrigin: 'bot', lastMessageAck: 3 }, 'Robô: Bom dia', 'delivered'],
    ['of the API', { ...own, lastMessageOrigin: 'api', lastMessageAck: 4 }, 'API: Bom dia', 'read'],
    ['of the phone', { ...own, lastMessageOrigin: 'handset', lastMessageAck: 4 }, 'Celular: Bom dia', 'read'],
    [
      'that failed',
      { ...own, lastMessageUser: { id: me.id, name: me.name }, lastMessageAck: 0, lastMessageFailed: true },
      'Você: Bom dia',
      'failed',
    ],
    ['written before authors were kept', own, 'Bom dia', undefined],
    ['without a text', { lastMessage: '', lastMessageType: 'image' }, 'Imagem', undefined],
    [
      'deleted by the contact',
      { lastMessage: 'Mensagem apagada', lastMessageDeleted: true },
      'Essa mensagem foi apagada pelo contato',
      undefined,
    ],
    [
      'deleted by us',
      { ...own, lastMessageUser: { id: me.id, name: me.name }, lastMessageAck: 3, lastMessageDeleted: true },
      'Você: Mensagem apagada',
      undefined,
    ],
  ] satisfies [string, Partial<Ticket>, string, string | undefined][])('%s', (_, changes, text, ack) => {
    const shown = show(changes)
    expect(shown.text()).toBe(text)
    expect(shown.ack()).toBe(ack)
  })

  it('tells what this user began to write, as it is typed, but not of the open conversation', () => {
    const { ticket, text } = show({})
    act(() => saveDraft(ticket.id, 'Sim, temos bolo de cenoura hoje'))
    expect(text()).toBe('Rascunho: Sim, temos bolo de c…')
    act(() => saveDraft(ticket.id, ''))
    expect(text()).toBe('oi')
    saveDraft(ticket.id, 'Sim')
    cleanup()
    const open = show({ id: ticket.id }, true)
    expect(open.text()).toBe('oi')
  })
})
