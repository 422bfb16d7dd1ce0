import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newVersion } from '#/lib/installed/service-worker.ts'
import { updateSessionUser } from '#/lib/session.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { isPutOff, putOffUntil } from './put-off.ts'
import { ShellBars } from './shell-bars.tsx'

const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/**
 * An admin whose e-mail is not confirmed, in a company that ends in three days, at a new version.
 */
function burdened() {
  const user = sessionUser({ emailConfirmed: false })
  user.company.dueDate = inDays(3)
  newVersion.set({ postMessage: () => undefined } as unknown as ServiceWorker)
  return user
}

let isOnline = true
function setOnline(online: boolean) {
  isOnline = online
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => {
  cleanup()
  isOnline = true
  newVersion.set(null)
  putOffUntil.set({})
  vi.restoreAllMocks()
})

const shown = () => screen.getByRole('status').textContent
const putOffShown = () => userEvent.click(screen.getByRole('button', { name: 'Adiar por um dia' }))

it('shows one bar, the most urgent, and the next one when that is put off', async () => {
  await renderScreen('/x', <ShellBars />, burdened())
  await waitFor(() => expect(shown()).toMatch(/^Há uma versão nova/))
  await putOffShown()
  await waitFor(() => expect(shown()).toMatch(/^Sua assinatura vence em 3 dias\.Ver faturas$/))
  expect(await axeFaults()).toEqual([])
  await putOffShown()
  await waitFor(() => expect(shown()).toMatch(/^Confirme seu e-mail/))
  await putOffShown()
  await waitFor(() => expect(shown()).toBe(''))
  expect(Object.keys(JSON.parse(localStorage.getItem('balcao.bars')!)).sort()).toEqual(['due', 'email', 'version'])
})

it.each([3, 0])('leaves those in peace who cannot pay, %i days before the end', async days => {
  const user = sessionUser({ profile: 'user' })
  user.company.dueDate = inDays(days)
  await renderScreen('/x', <ShellBars />, user)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(shown()).toBe('')
})

it('shows that there is no network before everything else, and cannot be put off then', async () => {
  await renderScreen('/x', <ShellBars />, burdened())
  await waitFor(() => expect(shown()).toMatch(/^Há uma versão nova/))
  act(() => setOnline(false))
  expect(shown()).toBe('Sem conexão. O que você escrever fica guardado.')
  expect(screen.queryByRole('button', { name: 'Adiar por um dia' })).toBeNull()
  act(() => setOnline(true))
  expect(shown()).toMatch(/^Há uma versão nova/)
})

it('keeps a support session in sight, and the last day of a subscription', async () => {
  const user = burdened()
  await renderScreen('/x', <ShellBars />, { ...user, support: { until: inDays(0.01), by: 'Rita' } as never })
  await waitFor(() => expect(shown()).toMatch(/^Suporte em Padaria como Maria Andrade, até/))
  expect(screen.queryByRole('button', { name: 'Adiar por um dia' })).toBeNull()
  act(() =>
    updateSessionUser(({ support: _, ...rest }) => ({ ...rest, company: { ...rest.company, dueDate: inDays(0) } })),
  )
  await waitFor(() => expect(shown()).toMatch(/vence hoje/))
  expect(screen.queryByRole('button', { name: 'Adiar por um dia' })).toBeNull()
})

it('leaves a conversation that has the whole screen what must be known there', async () => {
  await renderScreen('/x', <ShellBars whole />, burdened())
  await waitFor(() => expect(shown()).toMatch(/^Há uma versão nova/))
})

it('comes back after a day, also when the clock was set back', () => {
  const now = Date.now()
  expect(isPutOff({ due: now + 1000 }, 'due', now)).toBe(true)
  expect(isPutOff({ due: now - 1000 }, 'due', now)).toBe(false)
  expect(isPutOff({ due: now + 3 * DAY_MS }, 'due', now)).toBe(false)
  expect(isPutOff({}, 'due', now)).toBe(false)
})
