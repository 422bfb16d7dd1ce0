// @vitest-environment jsdom
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { TicketRow, ticketRowHeight } from './ticket-row.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const NOW = Date.parse('2026-03-10T12:08:30.000Z')
const nothing = () => undefined
const show = (
  changes: Partial<Ticket>,
  props: { several?: boolean; mixed?: boolean; onAccept?: () => void; onMark?: () => void } = {},
) =>
  renderScreen(
    '/tickets',
    <TicketRow
      ticket={sampleTicket({ queue: { id: newId(), name: 'Vendas', color: '#112233' }, ...changes })}
      selected={false}
      now={NOW}
      userId={newId()}
      maySpy={false}
      pinned={false}
      marked={false}
      marking={false}
      several={false}
      mixed={false}
      onAccept={nothing}
      onSpy={nothing}
      onHover={nothing}
      onMark={nothing}
      onPin={nothing}
      onUnread={nothing}
      onSnooze={nothing}
      onWake={nothing}
      {...props}
    />,
  )
const row = async () => (await screen.findByText('Maria Andrade')).closest<HTMLElement>('[data-ticket]')!
const waiting = {
  status: 'pending',
  userId: null,
  waitingSince: '2026-03-10T12:00:00.000Z',
  lastMessage: 'Um momento',
  lastMessageFromMe: true,
  lastMessageOrigin: 'attendant',
  customerWords: { text: 'Queria trocar um produto que comprei', type: 'chat', deleted: false },
} satisfies Partial<Ticket>

it('of a waiting ticket says who, what and how long', async () => {
  const accept = vi.fn()
  await show(waiting, { onAccept: accept })
  const text = (await row()).textContent
  expect(text).toContain('Queria trocar um produto que comprei')
  expect(text).not.toContain('Um momento')
  expect(text).toContain('espera há 8 min')
  expect(text).toContain('Vendas')
  expect(text).not.toContain('Loja')
  expect(screen.getByText('espera há 8 min').className).toContain('text-success-ink')
  screen.getByRole('button', { name: 'Aceitar' }).click()
  expect(accept).toHaveBeenCalledOnce()
  expect(await axeFaults()).toEqual([])
})

it.each([
  ['2026-03-10T12:08:00.000Z', 'acabou de chegar', 'success'],
  ['2026-03-10T11:50:00.000Z', 'espera há 18 min', 'warning'],
  ['2026-03-10T09:00:00.000Z', 'espera há 3 h', 'danger'],
  ['2026-03-09T11:00:00.000Z', 'espera há 1 dia', 'danger'],
])('of a ticket that waits since %s says %s', async (waitingSince, text, tone) => {
  await show({ ...waiting, waitingSince })
  expect((await screen.findByText(text)).className).toContain(`text-${tone}-ink`)
})

it.each([
  ['2026-03-10T11:50:00.000Z', 'Aguarda desde hoje 08:50'],
  ['2026-03-10T02:50:00.000Z', 'Aguarda desde ontem 23:50'],
  ['2026-03-08T02:50:00.000Z', 'Aguarda desde 07/03/2026 23:50'],
])('of a ticket that waits since %s names the hour', async (waitingSince, title) => {
  await show({ ...waiting, waitingSince })
  expect(await screen.findByTitle(title)).toBeTruthy()
})

it('names what kind of file the customer sent, and that they deleted their words', async () => {
  await show({ ...waiting, customerWords: { text: '', type: 'audio', deleted: false } })
  expect((await row()).textContent).toContain('Áudio')
  cleanup()
  await show({ ...waiting, customerWords: { text: '', type: 'chat', deleted: true } })
  expect((await row()).textContent).toContain('apagada')
})

it('of a row older than the customer’s words shows its last message', async () => {
  const { customerWords: _, ...older } = waiting
  await show(older)
  expect((await row()).textContent).toContain('Um momento')
})

it('names the connection where the company has several', async () => {
  await show(waiting, { several: true })
  expect((await row()).textContent).toMatch(/Vendas.*· Loja/)
  cleanup()
  await show({}, { several: true })
  expect((await row()).textContent).toContain('Vendas · Loja')
  cleanup()
  await show({ status: 'closed', user: { id: newId(), name: 'Bia' } }, { mixed: true })
  expect((await row()).textContent).toContain('Resolvido · Vendas · Bia')
})

it('has one height in a list', () => {
  expect([ticketRowHeight('open', false), ticketRowHeight('closed', true)]).toEqual([64, 80])
  expect([ticketRowHeight('pending', false), ticketRowHeight('pending', true)]).toEqual([88, 88])
})

it('a long press selects the row, and the next tap opens it though the press had no click', async () => {
  const marked = vi.fn()
  await show({ status: 'open' }, { onMark: marked })
  const link = (await row()).querySelector('a')!
  vi.useFakeTimers()
  fireEvent.pointerDown(link, { pointerType: 'touch' })
  vi.advanceTimersByTime(600)
  expect(marked).toHaveBeenCalledOnce()
  // The finger scrolls on.
  fireEvent.pointerCancel(link, { pointerType: 'touch' })
  fireEvent.pointerDown(link, { pointerType: 'touch' })
  fireEvent.pointerUp(link, { pointerType: 'touch' })
  vi.useRealTimers()
  const clicked = vi.fn()
  link.addEventListener('click', clicked)
  fireEvent.click(link)
  expect(clicked).toHaveBeenCalledOnce()
})
