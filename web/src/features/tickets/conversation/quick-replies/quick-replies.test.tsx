// @vitest-environment jsdom
import { fields } from '@balcao/shared/api/company/fields.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleQuickMessage } from '#/testing/sample-quick-message.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { Composer } from '../composer.tsx'
import { findQuickReplies, previewOf } from './find-quick-replies.ts'
import { fetchQuickReplies } from './quick-replies.tsx'

const ticket = sampleTicket({ queue: { id: newId(), name: 'Vendas', color: '#123456' } })
const rows = [
  sampleQuickMessage({ shortcode: 'bom dia', message: 'Olá {{firstName}}, aqui é {{user}}, de {{queue}}. {{nada}}' }),
  sampleQuickMessage({
    shortcode: 'cardápio',
    message: 'Veja o que temos hoje para o almoço, {{name}}',
    isMedia: true,
    mediaPath: 'https://files.example/cardapio.png',
    mediaName: 'cardapio.png',
    mediaType: 'image',
  }),
  sampleQuickMessage({ shortcode: 'velha', message: 'Não se usa mais', status: false }),
]

let backend: Awaited<ReturnType<typeof startBackend>>

async function show(list: QuickMessage[] | null = rows) {
  if (list) backend.on(quickMessages.listAll, () => ({ body: list }))
  await loadTexts('tickets')
  await renderScreen(
    '/tickets',
    <Composer
      ticket={ticket}
      replyTo={null}
      editing={null}
      voiceNotes="mp3"
      onDone={() => undefined}
      onEdited={() => undefined}
    />,
    sessionUser({ name: 'Ana' }),
  )
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem para Maria Andrade' })
}
const sent = () => backend.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = (field: HTMLElement) => {
  const id = field.getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}

beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  backend.on(messages.create, ({ body }) => ({
    status: 201,
    body: { messages: [sampleMessage({ id: newId(), ticketId: ticket.id, fromMe: true, ...(body as object) })] },
  }))
})
afterEach(async () => {
  onlineManager.setOnline(true)
  cleanup()
  await backend.stop()
})

describe('quick replies in the composer', () => {
  it('come with the slash and a sign, found by shortcode and text, with the variables filled; inactive ones do not', async () => {
    const field = await show()
    await userEvent.type(field, '/')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.type(field, 'CARD')
    const list = await screen.findByRole('listbox', { name: 'Respostas rápidas' })
    expect(options()).toEqual(['/cardápioVeja o que temos hoje para o almoço…'])
    expect(field.getAttribute('aria-controls')).toBe(list.id)
    expect(within(list).getByRole('img', { name: 'com arquivo' })).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '/ola')
    expect(options()).toEqual(['/bom diaOlá Maria, aqui é Ana, de Vendas. {…'])
    await userEvent.clear(field)
    await userEvent.type(field, '/velha')
    expect(options()).toEqual([])
    expect(screen.getAllByText('Nenhuma resposta rápida com “/velha”').length).toBeGreaterThan(0)
    await userEvent.clear(field)
    await userEvent.type(field, 'a/o')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field.hasAttribute('aria-controls')).toBe(false)
  })

  it('are chosen by arrows and Enter; the text stands filled in the field, with the cursor at its end', async () => {
    const field = await show()
    await userEvent.type(field, '/a')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(chosen(field)).toContain('/bom dia')
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen(field)).toContain('/cardápio')
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen(field)).toContain('/bom dia')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    const text = 'Olá Maria, aqui é Ana, de Vendas. {{nada}}'
    await waitFor(() => expect([field.value, field.selectionStart]).toEqual([text, text.length]))
    expect(document.activeElement).toBe(field)
    expect(sent()).toEqual([])
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('!{Enter}')
    await waitFor(() => expect(sent()).toMatchObject([{ body: `${text}!` }]))
  })

  it('bring their file, which the server attaches; it can be taken away', async () => {
    const field = await show()
    await userEvent.type(field, '/card{Tab}')
    await waitFor(() => expect(field.value).toBe('Veja o que temos hoje para o almoço, Maria Andrade'))
    expect(await screen.findByText('cardapio.png')).toBeTruthy()
    await userEvent.type(field, '{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({
      body: 'Veja o que temos hoje para o almoço, Maria Andrade',
      quickMessageId: rows[1]!.id,
    })
    expect(screen.queryByText('cardapio.png')).toBeNull()
    await userEvent.type(field, '/card{Tab}')
    await userEvent.click(await screen.findByRole('button', { name: 'Remover cardapio.png' }))
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).not.toHaveProperty('quickMessageId')
  })

  it('fill in custom fields, unless the person writes something else until those are there', async () => {
    const at = '2026-11-20T12:00:00.000Z'
    const plan = { id: newId(), name: 'Plano', on: 'contact', type: 'text', choices: [], createdAt: at, updatedAt: at }
    const answers: (() => void)[] = []
    backend.on(fields.listAll, () => ({ body: [plan] }))
    backend.on(
      contacts.get,
      () =>
        new Promise(resolve => {
          const body = sampleContact({ id: ticket.contactId, fields: { [plan.id]: 'Ouro' } })
          answers.push(() => resolve({ body }))
        }),
    )
    const field = await show([sampleQuickMessage({ shortcode: 'plano', message: 'Seu plano: {{field.Plano}}' })])
    await userEvent.type(field, '/plano')
    await waitFor(() => expect(options()).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(answers).toHaveLength(1))
    await userEvent.clear(field)
    await userEvent.type(field, 'Um momento')
    answers[0]!()
    await waitFor(() => expect(queryClient.getQueriesData({ queryKey: queryKey(contacts.get) })[0]?.[1]).toBeTruthy())
    await new Promise(resolve => setTimeout(resolve))
    expect(field.value).toBe('Um momento')
    await userEvent.clear(field)
    await userEvent.type(field, '/plano')
    await waitFor(() => expect(options()).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(field.value).toBe('Seu plano: Ouro'))
  })

  it('leave the caret with whoever goes on writing at once', async () => {
    const field = await show()
    await userEvent.type(field, '/card')
    await waitFor(() => expect(options().length).toBeGreaterThan(0))
    const frames: FrameRequestCallback[] = []
    const frame = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(run => frames.push(run))
    await userEvent.keyboard('{Tab}')
    await waitFor(() => expect(field.value).not.toBe('/card'))
    const end = field.value
    field.setSelectionRange(0, 0)
    await userEvent.keyboard('Oi')
    frame.mockRestore()
    act(() => {
      for (const run of frames) run(0)
    })
    await userEvent.keyboard('! ')
    expect(field.value).toBe(`Oi! ${end}`)
  })

  it('are followed by file lists with a sign; one that is chosen goes out as a whole, behind what is written', async () => {
    const file = { path: 'https://files.example/a.pdf', mediaType: 'application' as const, size: 10 }
    const at = '2026-01-01T00:00:00.000Z'
    const lists = ['Cardápio completo', 'Vazia'].map((name, i) => ({
      ...{ id: newId(), name, message: '', userId: newId(), createdAt: at, updatedAt: at },
      options: i === 0 ? [{ id: newId(), name: 'Preços', fileName: 'a.pdf', ...file }] : [],
    }))
    backend.on(files.listAll, () => ({ body: lists }))
    const field = await show()
    await userEvent.type(field, '/card')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(options()[1]).toBe('Cardápio completoLista · 1 arquivo')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByText('Preços')).toBeTruthy()
    expect(field.value).toBe('')
    await userEvent.type(field, 'Veja{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()).toMatchObject([{ body: 'Veja' }, { body: '', fileListId: lists[0]!.id }])
    expect(screen.queryByRole('button', { name: 'Remover Cardápio completo' })).toBeNull()
  })

  it('are left by Esc, until another text begins; what is written is sent as it stands', async () => {
    const field = await show()
    await userEvent.type(field, '/bo')
    await screen.findByRole('listbox')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('m{Enter}')
    await waitFor(() => expect(sent()).toMatchObject([{ body: '/bom' }]))
    await userEvent.type(field, '/bo')
    expect(await screen.findByRole('listbox')).toBeTruthy()
  })

  it('are clicked without taking the focus', async () => {
    const field = await show()
    await userEvent.type(field, '/card')
    await userEvent.click(await screen.findByRole('option'))
    await waitFor(() => expect(field.value).toContain('Veja o que temos'))
    expect(document.activeElement).toBe(field)
  })

  it('are there without a network once they were fetched', async () => {
    const field = await show()
    await fetchQuickReplies()
    onlineManager.setOnline(false)
    await queryClient.invalidateQueries()
    await userEvent.type(field, '/bom{Enter}')
    await waitFor(() => expect(field.value).toContain('Olá Maria'))
  })

  it('fill in custom fields also without a network, or say that they cannot', async () => {
    const at = '2026-11-20T12:00:00.000Z'
    const plan = { id: newId(), name: 'Plano', on: 'contact', type: 'text', choices: [], createdAt: at, updatedAt: at }
    backend.on(fields.listAll, () => ({ body: [plan] }))
    const field = await show([sampleQuickMessage({ shortcode: 'plano', message: 'Seu plano: {{field.Plano}}' })])
    await fetchQuickReplies()
    onlineManager.setOnline(false)
    const refused = vi.spyOn(toast, 'error')
    await userEvent.type(field, '/plano')
    await waitFor(() => expect(options()).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_NETWORK' })))
    const contact = sampleContact({ id: ticket.contactId, fields: { [plan.id]: 'Ouro' } })
    queryClient.setQueryData(queryKey(contacts.get, { params: { id: ticket.contactId } }), contact, { updatedAt: 1 })
    queryClient.setQueryData(queryKey(fields.listAll), [plan], { updatedAt: 1 })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(field.value).toBe('Seu plano: Ouro'))
  })

  it('that cannot be fetched are said to be missing, and the text can be sent', async () => {
    backend.on(quickMessages.listAll, () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }))
    const field = await show(null)
    await userEvent.type(field, '/oi')
    expect((await screen.findAllByText('Não foi possível carregar as respostas rápidas.')).length).toBeGreaterThan(0)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sent()).toMatchObject([{ body: '/oi' }]))
  })
})

describe('finding quick replies', () => {
  it('has those first whose shortcode begins with it, then shortcodes that have it, then texts', () => {
    const all = ['a pix', 'b', 'pix', 'z'].map(shortcode =>
      sampleQuickMessage({ shortcode, message: shortcode === 'b' ? 'Pague com PÍX' : '' }),
    )
    expect(findQuickReplies(all, ' PIX ').map(({ shortcode }) => shortcode)).toEqual(['pix', 'a pix', 'b'])
  })

  it('previews 35 characters in one line, and cuts no emoji in half', () => {
    expect(previewOf('a\nb')).toBe('a b')
    expect(previewOf('😀'.repeat(36))).toBe(`${'😀'.repeat(35)}…`)
    expect(previewOf('x'.repeat(35))).toBe('x'.repeat(35))
  })
})
