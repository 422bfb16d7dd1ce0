// @vitest-environment jsdom

import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { STRUCTURED_KINDS } from '@balcao/shared/entities/structured.ts'
import { newId } from '@balcao/shared/ids.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts } from '#/lib/i18n.ts'
import texts from '#/locales/pt/tickets.json' with { type: 'json' }
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageContent } from './message-content.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(changes: Partial<Message>, user = sessionUser()) {
  await loadTexts('tickets')
  const nothing = () => undefined
  await renderScreen(
    '/conversation',
    <MessageContent message={sampleMessage(changes)} onOpenImage={nothing} onRetry={nothing} onContact={nothing} />,
    user,
  )
}
const CUT = 'Parte desta mensagem era grande demais e foi cortada.'
const card = 'BEGIN:VCARD\nFN:Zé\nTEL;waid=5511966665555:+55 11 96666-5555\nEND:VCARD'

describe('a message of which a part is missing says so', () => {
  it.each([
    ['a text', { body: `aaa${CUT_MARK}` }],
    ['contact cards', { mediaType: 'contactMessage', body: `Zé ${CUT_MARK}`, vcards: [card] }],
    ['what could not be told at all', { mediaType: 'unsupported', body: CUT_MARK }],
  ] satisfies [string, Partial<Message>][])('%s', async (_, changes) => {
    await show(changes)
    expect(await screen.findByText(CUT)).toBeTruthy()
  })

  it('and a whole one does not', async () => {
    await show({ body: 'oi' })
    expect(await screen.findByText('oi')).toBeTruthy()
    expect(screen.queryByText(CUT)).toBeNull()
  })
})

describe('a message that its sender forwarded', () => {
  it.each([
    ['pt', 'Encaminhada'],
    ['en', 'Forwarded'],
    ['es', 'Reenviado'],
  ] as const)('says so above its text, in %s', async (language, mark) => {
    await show({ body: 'olha isso', forwarded: true })
    await act(() => changeLanguage(language))
    const said = await screen.findByText(mark)
    const follows = said.compareDocumentPosition(screen.getByText('olha isso')) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(follows).toBeTruthy()
    await act(() => changeLanguage('pt'))
  })

  it('and no other one, nor one that was deleted', async () => {
    await show({ body: 'oi' })
    expect(await screen.findByText('oi')).toBeTruthy()
    expect(screen.queryByText('Encaminhada')).toBeNull()
    cleanup()
    await show({ body: 'oi', forwarded: true, isDeleted: true })
    expect(await screen.findByText(/apagada/)).toBeTruthy()
    expect(screen.queryByText('Encaminhada')).toBeNull()
  })
})

describe('a message with a form of its own', () => {
  it('says what it is, its words, and offers its codes to copy', async () => {
    const copied = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText: copied } } }))
    await show({
      mediaType: 'payment',
      body: 'Pedido 12\nR$ 90,00',
      structured: { copy: ['00020126PIX'], order: null },
    })
    expect(await screen.findByText('Pagamento')).toBeTruthy()
    expect(screen.getByText(/R\$ 90,00/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Copiar 00020126PIX' }))
    expect(await screen.findByRole('button', { name: 'Copiado' })).toBeTruthy()
    expect(copied).toHaveBeenCalledExactlyOnceWith('00020126PIX')
  })

  it.each(STRUCTURED_KINDS)('%s is never an empty bubble', async mediaType => {
    await show({ mediaType, body: '', structured: null })
    const label = texts.kind[mediaType]
    expect(await screen.findByText(label)).toBeTruthy()
  })
})

it('what cannot be shown keeps its words, and a place what was said with it', async () => {
  await show({ mediaType: 'unsupported', body: 'Zé da Silva' })
  expect(await screen.findByText('Zé da Silva')).toBeTruthy()
  cleanup()
  const location = { latitude: 1, longitude: 2, name: 'Loja', address: null }
  await show({ mediaType: 'locationMessage', body: 'estou aqui', location })
  expect(await screen.findByText('estou aqui')).toBeTruthy()
})

it('a voice note has its player as soon as that is there', async () => {
  class NothingInSight {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', NothingInSight)
  await show({ mediaType: 'audio', mediaUrl: '/nota.ogg', body: '' })
  expect(await screen.findByRole('button', { name: 'Ouvir' })).toBeTruthy()
})

describe('a file that the browser cannot show', () => {
  const media = {
    fileName: 'bolo.png',
    mimetype: 'image/png',
    size: 9,
    ptt: false,
    seconds: null,
    width: 640,
    height: 480,
  }
  it.each([
    ['a picture', { mediaType: 'image', media }, 'img', 'Baixar bolo.png'],
    ['a sticker', { mediaType: 'sticker', media: { ...media, fileName: '' } }, 'img', 'Baixar Figurinha'],
    ['a video', { mediaType: 'video', media: { ...media, fileName: 'bolo.avi' } }, 'video', 'Baixar bolo.avi'],
  ] satisfies [string, Partial<Message>, string, string][])(
    'is named and offered: %s',
    async (_, changes, tag, name) => {
      vi.stubGlobal('fetch', async () => new Response())
      await show({ ...changes, mediaUrl: '/arquivo', body: 'olha' })
      await screen.findByText('olha')
      fireEvent.error(document.querySelector(tag)!)
      expect(await screen.findByRole('button', { name })).toBeTruthy()
      expect(document.querySelector(tag)).toBeNull()
      expect(screen.getByText('olha')).toBeTruthy()
      // It opens nothing.
      expect(screen.queryByRole('button', { name: 'Abrir imagem' })).toBeNull()
    },
  )
})

describe('a deleted message', () => {
  const deletedBy = { id: sampleMessage().id, name: 'Ana' }
  const deleted = { isDeleted: true, fromMe: true, body: '', deletedBy } as const
  let backend: Awaited<ReturnType<typeof startBackend>>
  beforeEach(async () => {
    backend = await startBackend()
  })
  afterEach(() => backend.stop())

  it('says who deleted it, and nothing of what it said', async () => {
    await show(deleted, sessionUser({ profile: 'user' }))
    expect((await screen.findByText(/^Mensagem apagada por/)).textContent).toMatch(/Ana/)
    expect(screen.queryByRole('button', { name: 'Ver o que dizia' })).toBeNull()
  })

  it('shows an admin what it said, by whom it was changed', async () => {
    backend.on(messages.history, () => ({
      body: {
        id: newId(),
        history: [
          { body: 'antes', editedAt: '2026-03-10T12:00:00.000Z', editedBy: { id: deletedBy.id, name: 'Bruno' } },
          { body: 'segredo', editedAt: '2026-03-10T12:05:00.000Z', editedBy: deletedBy },
        ],
      },
    }))
    await show(deleted)
    fireEvent.click(await screen.findByRole('button', { name: 'Ver o que dizia' }))
    expect(await screen.findByText('segredo')).toBeTruthy()
    expect(screen.getByText('antes')).toBeTruthy()
    expect(screen.getByText('Bruno')).toBeTruthy()
  })
})
