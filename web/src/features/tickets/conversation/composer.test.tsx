// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { adoptUnsent, readUnsent } from '#/lib/unsent.ts'
import { setTypist } from '#/realtime/presence.ts'
import { FirstFrame } from '#/testing/first-frame.tsx'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { Composer } from './composer.tsx'
import { quickReplies, voice } from './lazy-parts.ts'
import { RecordingBar } from './recording/recording-bar.tsx'

const ticket = sampleTicket()
const own = sampleMessage({
  ticketId: ticket.id,
  contactId: ticket.contactId,
  body: 'O bolo custa 45',
  fromMe: true,
  ack: 3,
  contact: null,
  origin: 'attendant',
})

let backend: Awaited<ReturnType<typeof startBackend>>
const user = sessionUser()
const onDone = vi.fn()
const onEdited = vi.fn()

async function show(props: { replyTo?: Message; editing?: Message; voiceNotes?: 'mp3' | 'opus' } = {}) {
  await loadTexts('tickets')
  await renderScreen(
    '/tickets',
    <Composer
      ticket={ticket}
      replyTo={props.replyTo ?? null}
      editing={props.editing ?? null}
      voiceNotes={props.voiceNotes ?? 'mp3'}
      onDone={onDone}
      onEdited={onEdited}
    />,
    user,
  )
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem para Maria Andrade' })
}

/** The input beside a button that begins an edit. */
function Editing() {
  const [editing, setEditing] = useState<Message | null>(null)
  return (
    <>
      <button type="button" onClick={() => setEditing(own)}>
        editar
      </button>
      <Composer
        ticket={ticket}
        replyTo={null}
        editing={editing}
        voiceNotes="mp3"
        onDone={() => setEditing(null)}
        onEdited={onEdited}
      />
    </>
  )
}

const bodies = () =>
  backend.calls.flatMap(({ body }) => (body === undefined ? [] : [body as { body: string; quotedMsg?: string }]))

beforeEach(async () => {
  localStorage.clear()
  onDone.mockClear()
  onEdited.mockClear()
  backend = await startBackend()
  backend.on(messages.create, ({ body }) => ({
    status: 201,
    body: { messages: [{ ...own, id: newId(), ...(body as object) }] },
  }))
})

afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('composer', () => {
  it('has the focus from its first frame, and does not take it back later', async () => {
    const focused: (string | undefined)[] = []
    const leave = () => {
      focused.push(document.activeElement?.tagName)
      ;(document.activeElement as HTMLElement).blur()
    }
    await loadTexts('tickets')
    await renderScreen(
      '/tickets',
      <FirstFrame look={leave}>
        <Composer ticket={ticket} replyTo={null} editing={null} voiceNotes="mp3" onDone={onDone} onEdited={onEdited} />
      </FirstFrame>,
      user,
    )
    await screen.findByRole('textbox', { name: 'Mensagem para Maria Andrade' })
    expect(focused).toEqual(['TEXTAREA'])
    expect(document.activeElement).toBe(document.body)
  })

  it('Enter sends, Shift Enter makes a line, blanks alone send nothing', async () => {
    const field = await show()
    await userEvent.type(field, '   {Enter}')
    await userEvent.clear(field)
    await userEvent.type(field, 'Bom dia{Shift>}{Enter}{/Shift}Maria{Enter}')
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({ body: 'Bom dia\nMaria' })
    expect(field.value).toBe('')
  })

  it('Enter that ends a composition (accents, ideograms) sends nothing', async () => {
    const field = await show()
    await userEvent.type(field, 'ol')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }))
    await userEvent.type(field, 'á')
    expect(field.value).toBe('olá')
    expect(bodies()).toEqual([])
  })

  it('Enter sends nothing that asks for a quick reply while those are still to come', async () => {
    const field = await show()
    quickReplies.store.set(null)
    fireEvent.change(field, { target: { value: '/oi' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.value).toBe('/oi')
    expect(bodies()).toEqual([])
  })

  it('an answer names the message it answers; Esc gives it up and keeps the text', async () => {
    const field = await show({ replyTo: own })
    await userEvent.type(field, 'isso mesmo')
    await userEvent.keyboard('{Escape}')
    expect(onDone).toHaveBeenCalledOnce()
    expect(field.value).toBe('isso mesmo')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(bodies()[0]).toMatchObject({ body: 'isso mesmo', quotedMsg: own.id })
  })

  it('an edit starts with the text, saves what changed, and never sends it as a new message', async () => {
    const field = await show({ editing: own })
    await waitFor(() => expect(field.value).toBe('O bolo custa 45'))
    await userEvent.clear(field)
    await userEvent.type(field, 'O bolo custa 54{Enter}')
    expect(onEdited).toHaveBeenCalledExactlyOnceWith(own, 'O bolo custa 54')
    expect(bodies()).toEqual([])
  })

  it('an edit that ends leaves what had been begun, and nothing where nothing was', async () => {
    for (const begun of ['', 'espera']) {
      localStorage.clear()
      await loadTexts('tickets')
      await renderScreen('/tickets', <Editing />, user)
      const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Mensagem para/ })
      if (begun) await userEvent.type(field, begun)
      await userEvent.click(screen.getByRole('button', { name: 'editar' }))
      await userEvent.type(field, '!{Enter}')
      await waitFor(() => expect(field.value).toBe(begun))
      cleanup()
    }
    expect(onEdited).toHaveBeenCalledTimes(2)
  })

  it('an edit that ends leaves the draft as another tab or device has changed it meanwhile', async () => {
    await loadTexts('tickets')
    await renderScreen('/tickets', <Editing />, user)
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Mensagem para/ })
    await userEvent.type(field, 'espera')
    await userEvent.click(screen.getByRole('button', { name: 'editar' }))
    act(() => adoptUnsent('draft', ticket.id, 'espera um pouco'))
    expect(field.value).toBe('O bolo custa 45')
    await userEvent.type(field, '!{Enter}')
    await waitFor(() => expect(field.value).toBe('espera um pouco'))
    expect(readUnsent('draft', ticket.id)).toBe('espera um pouco')
  })

  it('a draft is there again, per ticket, and goes with the sent message', async () => {
    const field = await show()
    await userEvent.type(field, 'ainda não')
    cleanup()
    const again = await show()
    expect(again.value).toBe('ainda não')
    await userEvent.type(again, '{Enter}')
    await waitFor(() => expect(bodies()).toHaveLength(1))
    expect(Object.keys(localStorage).filter(key => key.includes('.draft.'))).toEqual([])
  })

  it('files are attached by paste, and a file without content is refused', async () => {
    URL.createObjectURL ??= () => 'blob:x'
    URL.revokeObjectURL ??= () => undefined
    const field = await show()
    field.focus()
    await userEvent.paste({
      files: [new File(['conteúdo'], 'nota.pdf', { type: 'application/pdf' }), new File([], 'vazio.txt')],
      types: ['Files'],
      getData: () => '',
    } as unknown as DataTransfer)
    expect(await screen.findByText('nota.pdf')).toBeDefined()
    expect(screen.queryByText('vazio.txt')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remover nota.pdf' }))
    expect(screen.queryByText('nota.pdf')).toBeNull()
  })

  it('a file that is too large is named, with its size and the limit of its kind', async () => {
    const field = await show()
    field.focus()
    const large = Object.defineProperty(new File(['x'], 'foto.png', { type: 'image/png' }), 'size', {
      value: 17 * 2 ** 20,
    })
    await userEvent.paste({ files: [large], types: ['Files'], getData: () => '' } as unknown as DataTransfer)
    const said = await screen.findByText(/No máximo 16 MB/)
    expect(said.textContent?.replace(/[\u2066-\u2069]/g, '')).toBe('No máximo 16 MB: foto.png tem 17 MB.')
    expect(screen.queryByRole('button', { name: /Remover foto.png/ })).toBeNull()
  })

  it.each([
    ['cloud', 'foto.webp', 'image/webp', 1, 'aceita imagens JPEG ou PNG de até 5 MB'],
    ['cloud', 'foto.png', 'image/png', 6 * 2 ** 20, 'aceita imagens JPEG ou PNG de até 5 MB'],
    ['cloud', 'filme.mov', 'video/quicktime', 1, 'aceita vídeos MP4 ou 3GP de até 16 MB'],
    ['cloud', 'som.wav', 'audio/wav', 1, 'aceita áudios AAC, AMR, MP3, M4A ou Ogg de até 16 MB'],
    ['cloud', 'nota.pdf', 'application/pdf', 6 * 2 ** 20, null],
    ['web', 'foto.webp', 'image/webp', 1, null],
  ] as const)(
    'over a %s connection %s is sent, or refused at once by the limit',
    async (provider, name, type, size, limit) => {
      URL.createObjectURL ??= () => 'blob:x'
      URL.revokeObjectURL ??= () => undefined
      backend.on(whatsapp.list, () => ({ body: [sampleConnection({ id: ticket.whatsappId, provider })] }))
      const field = await show()
      field.focus()
      const chosen = Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
      const files = [new File(['x'], 'lista.txt', { type: 'text/plain' }), chosen]
      await userEvent.paste({ files, types: ['Files'], getData: () => '' } as unknown as DataTransfer)
      expect(await screen.findByRole('button', { name: 'Remover lista.txt' })).toBeTruthy()
      const remove = () => screen.queryByRole('button', { name: `Remover ${name}` })
      if (limit === null) return expect(remove()).toBeTruthy()
      const said = await screen.findByText(new RegExp(limit))
      expect(said.textContent).toContain(name)
      expect(remove()).toBeNull()
    },
  )

  it('offers the copilot where the plan has AI alone', async () => {
    backend.on(getPlan, () => ({ body: { useOpenAi: false } as never }))
    await show()
    await waitFor(() => expect(backend.calls.some(({ path }) => path.startsWith('/companies/'))).toBe(true))
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(screen.queryByRole('button', { name: /^Copiloto/ })).toBeNull()
    cleanup()
    backend.on(getPlan, () => ({ body: { useOpenAi: true } as never }))
    await show()
    await screen.findByRole('button', { name: /^Copiloto/ })
  })

  it.each(['mp3', 'opus'] as const)('records a voice note as %s, as the connection takes it', async voiceNotes => {
    const startRecording = vi.fn(async () => null)
    voice.store.set({ startRecording } as never)
    await show({ voiceNotes })
    await userEvent.click(screen.getByRole('button', { name: 'Gravar áudio' }))
    expect(startRecording).toHaveBeenCalledExactlyOnceWith(voiceNotes)
    voice.store.set(null)
  })
})

describe('a recording', () => {
  const recorder = () => {
    const begun = { level: () => 0, finish: vi.fn(async () => null), cancel: vi.fn() }
    const start = vi.fn(async () => begun)
    voice.store.set({ startRecording: start, RecordingBar } as never)
    return { begun, start }
  }
  beforeEach(() => loadTexts('ticketDetails'))
  afterEach(() => voice.store.set(null))
  const mic = () => screen.getByRole('button', { name: 'Gravar áudio' })
  const send = () => screen.findByRole('button', { name: 'Enviar áudio' })

  it('takes the focus, and gives it back to the field', async () => {
    recorder()
    await show()
    await userEvent.click(mic())
    const button = await send()
    expect(document.activeElement).toBe(button)
    await userEvent.click(screen.getByRole('button', { name: 'Descartar áudio' }))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  })

  it('ends when the conversation is left: the microphone does not stay on', async () => {
    const { begun } = recorder()
    await show()
    await userEvent.click(mic())
    await send()
    cleanup()
    expect(begun.cancel).toHaveBeenCalledOnce()
  })

  it('does not begin after the conversation was left, nor a second time', async () => {
    const { begun, start } = recorder()
    const given = Promise.withResolvers<typeof begun>()
    start.mockReturnValueOnce(given.promise)
    await show()
    await userEvent.click(mic())
    await userEvent.click(mic())
    await send()
    given.resolve(begun)
    await waitFor(() => expect(begun.cancel).toHaveBeenCalledOnce())
    cleanup()
    expect(begun.cancel).toHaveBeenCalledTimes(2)
    const late = Promise.withResolvers<typeof begun>()
    start.mockReturnValueOnce(late.promise)
    await show()
    await userEvent.click(mic())
    await waitFor(() => expect(start).toHaveBeenCalledTimes(3))
    cleanup()
    late.resolve(begun)
    await waitFor(() => expect(begun.cancel).toHaveBeenCalledTimes(3))
  })
})

describe('a colleague who is faster', () => {
  const list = queryKey(messages.list, { params: { ticketId: ticket.id }, query: {} } as never)
  const says = (...all: Message[]) =>
    queryClient.setQueryData(list, { pages: [{ messages: all, hasMore: false, nextCursor: null }], pageParams: [null] })
  const of = (given: Partial<Message>) =>
    sampleMessage({ ticketId: ticket.id, fromMe: true, origin: 'attendant', ack: 1, ...given })
  const bia = { id: newId(), name: 'Bia' }
  const sent = () => backend.calls.filter(({ method }) => method === 'POST').length
  const asks = () => screen.findByRole('alert')

  it('is named before the own answer leaves, with their last words; Enter again sends', async () => {
    const before = of({ id: newId(), user: bia, body: 'De antes' })
    backend.on(messages.create, () => ({ status: 201, body: { messages: [own] } }))
    const field = await show()
    says(before)
    await userEvent.type(field, 'Custa 45')
    // Bots and the own other tab are nobody else.
    const bot = of({ id: newId(), origin: 'bot', body: 'Robô' })
    const mine = of({ id: newId(), user: { id: user.id, name: user.name }, body: 'Meu' })
    says(before, bot, mine, of({ id: newId(), user: bia, body: 'Custa 50' }))
    await userEvent.keyboard('{Enter}')
    expect((await asks()).textContent).toContain('Bia respondeu depois que você começou: “Custa 50”')
    expect([field.value, sent()]).toEqual(['Custa 45', 0])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect([field.value, sent()]).toEqual(['', 1]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('warns while they type, and nothing holds up an answer that nobody meets', async () => {
    backend.on(messages.create, () => ({ status: 201, body: { messages: [own] } }))
    const field = await show()
    says(of({ id: newId(), user: bia, body: 'De antes' }))
    await userEvent.type(field, 'Um{Enter}')
    await waitFor(() => expect(sent()).toBe(1))
    setTypist(ticket.id, bia, true)
    await userEvent.type(field, 'Dois{Enter}')
    expect((await asks()).textContent).toContain('Bia também está digitando')
    setTypist(ticket.id, bia, false)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sent()).toBe(2))
  })

  it('is forgotten with the text it was about, and named again for the next one', async () => {
    const field = await show()
    setTypist(ticket.id, bia, true)
    await userEvent.type(field, 'Um{Enter}')
    await asks()
    await userEvent.clear(field)
    await userEvent.type(field, 'Outro')
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect((await asks()).textContent).toContain('Bia também está digitando')
    expect([field.value, sent()]).toEqual(['Outro', 0])
    setTypist(ticket.id, bia, false)
  })
})
