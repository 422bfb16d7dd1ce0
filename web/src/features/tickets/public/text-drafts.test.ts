// @vitest-environment jsdom
import { textDrafts } from '@balcao/shared/api/tickets/text-drafts.ts'
import type { TextDraft } from '@balcao/shared/entities/text-draft.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '#/lib/session.ts'
import { followUnsent, readUnsent, writeUnsent } from '#/lib/unsent.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { applyTextDraft, keepTextDrafts } from './text-drafts.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
let kept: ReturnType<typeof keepTextDrafts> | undefined
/** Drafts on the server, by ticket and kind. */
let stored: Map<string, TextDraft>
let ticketId: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ticketId = newId()
  stored = new Map()
  session.set({ state: 'in', token: 'token', user: sessionUser() } as never)
  backend = await startBackend()
  backend.on(textDrafts.list, () => ({ body: { drafts: [...stored.values()], hasMore: false, nextCursor: null } }))
  backend.on(textDrafts.save, ({ path, body }) => {
    const [, , id, , kind] = path.split('/')
    const { text, version } = body as { text: string; version: number }
    const now = stored.get(`${id}.${kind}`)
    if ((now?.version ?? 0) !== version) return { status: 409, body: { error: 'ERR_CONFLICT', draft: now ?? null } }
    const draft = draftOf(text, { version: version + 1, kind: kind as TextDraft['kind'] })
    stored.set(`${id}.${kind}`, draft)
    if (text === '') stored.delete(`${id}.${kind}`)
    return { body: text === '' ? { ...draft, version: 0 } : draft }
  })
})
afterEach(async () => {
  kept?.end()
  kept = undefined
  vi.useRealTimers()
  localStorage.clear()
  await backend.stop()
})

const draftOf = (text: string, given: Partial<TextDraft> = {}): TextDraft => ({
  ...{ ticketId, kind: 'reply', text, version: 1, updatedAt: new Date().toISOString() },
  ...given,
})
const has = (draft: TextDraft) => stored.set(`${draft.ticketId}.${draft.kind}`, draft)
const local = () => readUnsent<string>('draft', ticketId) ?? ''
const saves = () => backend.calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as TextDraft).text)
const later = (ms = 5000) => vi.advanceTimersByTimeAsync(ms)

async function begin() {
  kept = keepTextDrafts()
  await vi.waitFor(() => expect(backend.calls.length).toBeGreaterThan(0), { timeout: 5000 })
  await new Promise(resolve => setImmediate(resolve))
}

it('takes over what was begun on another device, and shows it where it is written', async () => {
  const shown: string[] = []
  followUnsent('draft', ticketId, text => shown.push(text))
  has(draftOf('Bom dia'))
  await begin()
  await vi.waitFor(() => expect(local()).toBe('Bom dia'))
  applyTextDraft(draftOf('Bom dia, Maria', { version: 2 }))
  // An event that comes late changes nothing.
  applyTextDraft(draftOf('Bom dia'))
  expect([local(), shown]).toEqual(['Bom dia, Maria', ['Bom dia', 'Bom dia, Maria']])
  applyTextDraft(draftOf('', { version: 0 }))
  expect(local()).toBe('')
})

it('saves what is written once in some seconds, nothing unchanged, and removes what was sent at once', async () => {
  await begin()
  for (const text of ['B', 'Bo', 'Bom']) writeUnsent('draft', ticketId, text)
  await later()
  await vi.waitFor(() => expect(saves()).toEqual(['Bom']))
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${ticketId}`)).toEqual({ text: 'Bom', version: 1 }))
  writeUnsent('draft', ticketId, 'Bom dia')
  writeUnsent('draft', ticketId, 'Bom')
  await later()
  expect(saves()).toEqual(['Bom'])
  writeUnsent('draft', ticketId, '')
  await later(0)
  await vi.waitFor(() => expect(saves()).toEqual(['Bom', '']))
  // Written and sent before it was saved: the server never hears of it.
  const [other] = [newId()]
  writeUnsent('draft', other, 'Oi')
  writeUnsent('draft', other, '')
  await later()
  expect(saves()).toEqual(['Bom', ''])
})

it('keeps the later of two changes', async () => {
  writeUnsent('draft', ticketId, 'Meu texto')
  has(draftOf('De ontem', { version: 7, updatedAt: new Date(Date.now() - 86_400_000).toISOString() }))
  await begin()
  await later(20_000)
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${ticketId}`)).toMatchObject({ version: 7 }))
  await later()
  await vi.waitFor(() => expect(stored.get(`${ticketId}.reply`)?.text).toBe('Meu texto'))

  has(draftOf('Do celular', { version: 20, updatedAt: new Date(Date.now() + 60_000).toISOString() }))
  writeUnsent('draft', ticketId, 'Meu texto, mais velho')
  await later()
  await vi.waitFor(() => expect(local()).toBe('Do celular'))
})

it('drops what was sent elsewhere, and keeps what was changed here since', async () => {
  const other = newId()
  for (const id of [ticketId, other]) {
    writeUnsent('draft', id, 'Oi')
    writeUnsent('synced', `draft.${id}`, { text: 'Oi', version: 3 })
  }
  writeUnsent('draft', other, 'Oi, tudo bem?')
  await begin()
  await vi.waitFor(() => expect(local()).toBe(''))
  expect(readUnsent('draft', other)).toBe('Oi, tudo bem?')
  await later(20_000)
  await vi.waitFor(() => expect(saves()).toEqual(['Oi, tudo bem?']))
})

it('keeps what was saved or sent here while it read what the server has', async () => {
  const [sent, third] = [newId(), newId()]
  writeUnsent('draft', sent, 'Até já')
  writeUnsent('synced', `draft.${sent}`, { text: 'Até já', version: 1 })
  has(draftOf('Até já', { ticketId: sent }))
  has(draftOf('Olá', { ticketId: third }))
  let answer = () => {}
  backend.on(textDrafts.list, () => {
    const drafts = [...stored.values()]
    return new Promise(resolve => {
      answer = () => resolve({ body: { drafts, hasMore: false, nextCursor: null } })
    })
  })
  await begin()
  writeUnsent('draft', sent, '')
  writeUnsent('draft', ticketId, 'Bom dia')
  await later()
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${ticketId}`)).toEqual({ text: 'Bom dia', version: 1 }))
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${sent}`)).toBeNull())
  answer()
  await vi.waitFor(() => expect(readUnsent('draft', third)).toBe('Olá'))
  expect([local(), readUnsent('draft', sent)]).toEqual(['Bom dia', null])
})

it('removes what was sent before this start knew that an earlier one had saved it', async () => {
  // The page was left while it saved: no answer came.
  let left = () => {}
  backend.on(textDrafts.save, ({ body }) => {
    has(draftOf((body as TextDraft).text, { version: 4 }))
    return new Promise(resolve => {
      left = () => resolve({ status: 502, body: { error: 'ERR_INTERNAL' } })
    })
  })
  await begin()
  writeUnsent('draft', ticketId, 'Abrimos às')
  await later()
  await vi.waitFor(() => expect(saves()).toEqual(['Abrimos às']))
  kept?.end()
  left()
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${ticketId}`)).toMatchObject({ asked: ['Abrimos às'] }))

  backend.on(textDrafts.save, ({ body }) => {
    const { text, version } = body as TextDraft
    const now = stored.get(`${ticketId}.reply`)!
    if (version !== now.version) return { status: 409, body: { error: 'ERR_CONFLICT', draft: now } }
    stored.clear()
    return { body: draftOf(text, { version: 0 }) }
  })
  writeUnsent('draft', ticketId, '')
  await begin()
  await later(0)
  await vi.waitFor(() => expect(saves().at(-1)).toBe(''))
  await vi.waitFor(() => expect(stored.size).toBe(0))
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${ticketId}`)).toBeNull())
  expect(local()).toBe('')
})

it('forgets a save that was refused', async () => {
  backend.on(textDrafts.save, () => ({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } }))
  await begin()
  writeUnsent('draft', ticketId, 'Oi')
  await later()
  await vi.waitFor(() => expect(saves()).toEqual(['Oi']))
  await vi.waitFor(() => expect(readUnsent('synced', `draft.${ticketId}`)).toBeNull())
  expect(local()).toBe('Oi')
})
