// @vitest-environment jsdom
import { announcements } from '@balcao/shared/api/content/announcements.ts'
import type { Announcement } from '@balcao/shared/entities/announcement.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { AnnouncementsPopover } from './announcements-popover.tsx'

const now = new Date().toISOString()
const sample = (title: string, changes: Partial<Announcement> = {}): Announcement => ({
  ...{ id: newId(), title, text: 'Olá', priority: 3, status: true, mediaPath: null, mediaName: null },
  ...{ createdAt: now, updatedAt: now },
  ...changes,
})

let backend: Awaited<ReturnType<typeof startBackend>>
let rows: Announcement[]
const ana = sessionUser({ name: 'Ana' })
async function open(user = ana) {
  await loadTexts('announcements', 'tickets')
  await renderScreen('/', <AnnouncementsPopover />, user)
}

beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  backend.on(announcements.list, () => ({ body: { records: rows, hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the announcements in the bar', () => {
  it('are counted until they were shown to this person here; what comes live is new again', async () => {
    rows = [sample('Segundo', { priority: 1 }), sample('Escondido', { status: false }), sample('Primeiro')]
    await open()
    await userEvent.click(await screen.findByRole('button', { name: '2 informativos não lidos' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Informativos' }))
    expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Segundo',
      'Primeiro',
    ])
    expect(panel.getByText('Alta')).toBeTruthy()
    expect(panel.getAllByText('Novo')).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Informativos' })).toBeTruthy()
    rows = [sample('Terceiro'), ...rows]
    applyEvent(queryClient, { channel: 'announcement', payload: { action: 'create', announcement: rows[0]! } })
    expect(await screen.findByRole('button', { name: '1 informativo não lido' })).toBeTruthy()
    // Another person of this browser has read none of them.
    cleanup()
    await open(sessionUser({ name: 'Bia' }))
    expect(await screen.findByRole('button', { name: '3 informativos não lidos' })).toBeTruthy()
  })

  it('open their picture in the viewer', async () => {
    rows = [sample('Com imagem', { mediaPath: 'https://files.example/a.png', mediaName: 'a.png' })]
    await open()
    await userEvent.click(await screen.findByRole('button', { name: '1 informativo não lido' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir a imagem de Com imagem' }))
    expect((await screen.findByRole('img', { name: 'Com imagem' })).getAttribute('src')).toBe(rows[0]!.mediaPath)
  })
})
