// @vitest-environment jsdom
import type { ShownGoal } from '@balcao/shared/entities/ticket-goal.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { GoalLines } from './goal-lines.tsx'
import { GoalSign } from './goal-sign.tsx'

// 23:10 in São Paulo: "in an hour and a half" is tomorrow, and an hour ago is today.
const NOW = Date.parse('2026-03-11T02:10:00.000Z')
const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await changeLanguage('pt')
})

/** Renders a goal as lists and the conversation show it, and as the details do. */
async function show(dueIn: number, changes: Partial<ShownGoal> = {}): Promise<void> {
  const goal: ShownGoal = {
    kind: 'resolution',
    warnAt: inMinutes(dueIn + 1),
    dueAt: inMinutes(dueIn),
    breachedAt: null,
    metAt: null,
    ...changes,
  }
  await loadTexts('ticketDetails')
  const both = (
    <>
      <GoalSign goals={[goal]} />
      <GoalLines goals={[goal]} />
    </>
  )
  await renderScreen('/tickets', both)
}

it.each([
  [30, 'Resolução: faltam 30 min, até 23:40'],
  [90, 'Resolução: faltam 1 h, até amanhã 00:40'],
  [1440 + 90, 'Resolução: faltam 1 d, até 12/03/2026 00:40'],
  [-60, 'Resolução: atrasada há 1 h, desde 22:10'],
  [-1440, 'Resolução: atrasada há 1 d, desde ontem 23:10'],
  [-3 * 1440, 'Resolução: atrasada há 3 d, desde 07/03/2026 23:10'],
])('a goal that is due in %i minutes names the hour, and the day unless it is today', async (dueIn, text) => {
  await show(dueIn)
  expect((await screen.findByRole('img')).getAttribute('aria-label')).toBe(text)
  expect(screen.getByRole('listitem').textContent).toBe(text)
})

it.each([
  [-5, { metAt: inMinutes(-10) }, 'Resolução: cumprida hoje 23:00'],
  [-1440, { metAt: inMinutes(-1450) }, 'Resolução: cumprida ontem 23:00'],
  [-1450, { breachedAt: inMinutes(-1450), metAt: inMinutes(-1440) }, 'Resolução: cumprida com atraso ontem 23:10'],
])('a goal that was due %i minutes from now says when it was met', async (dueIn, changes, text) => {
  await show(dueIn, changes)
  expect((await screen.findByRole('listitem')).textContent).toBe(text)
  expect(screen.queryByRole('img')).toBeNull()
})

it.each([
  ['en', 'Resolution: 1 h left, until tomorrow 00:40'],
  ['es', 'Resolución: faltan 1 h, hasta mañana 00:40'],
] as const)('follows the language: %s', async (language, text) => {
  await show(90)
  await act(() => changeLanguage(language))
  expect((await screen.findByRole('img')).getAttribute('aria-label')).toBe(text)
})
