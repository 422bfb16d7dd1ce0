// @vitest-environment jsdom
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleQuickMessage } from '#/testing/sample-quick-message.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { QuickMessagesScreen } from './quick-messages-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
const list = (rows: QuickMessage[]) =>
  backend.on(quickMessages.list, () => ({ body: { records: rows, hasMore: false, nextCursor: null } }))
const open = (profile: 'admin' | 'user' = 'admin') =>
  renderScreen('/quick-messages', <QuickMessagesScreen />, sessionUser({ profile }))
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(async () => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the quick messages screen', () => {
  it('says what they are when there are none; a new one asks for its shortcode and shows how its text arrives', async () => {
    list([])
    await open()
    expect(await screen.findByText('Nenhuma resposta rápida ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar resposta rápida' })[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^Atalho/), ' /')
    await click('Salvar')
    expect(await dialog.findByText('Obrigatório')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(/^Atalho/), 'oi')
    await userEvent.type(dialog.getByLabelText(/^Mensagem/), 'Olá {{{{firstName}}, {{{{nome}}')
    expect(dialog.getByText('Olá Maria, {{nome}}', { ignore: 'textarea' })).toBeTruthy()
    expect(dialog.getByText('Nada preenche {{nome}}: vai como está escrito.')).toBeTruthy()
    await userEvent.upload(dialog.getByTestId('media'), new File(['pixels'], 'prato.png', { type: 'image/png' }))
    await userEvent.click(dialog.getByRole('switch', { name: 'De toda a empresa' }))
    const made = sampleQuickMessage({ shortcode: 'oi', geral: true })
    backend.on(quickMessages.create, () => ({
      status: 201,
      body: { ...made, isMedia: true, mediaName: 'prato.png' },
    }))
    list([made])
    await click('Salvar')
    expect(await screen.findByText('Resposta rápida adicionada')).toBeTruthy()
    const posts = backend.calls.filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => path)).toEqual(['/quick-messages'])
    const { file, row } = posts[0]!.body as { file: { name: string }; row: string }
    expect(file.name).toBe('prato.png')
    expect(JSON.parse(row)).toEqual({
      shortcode: 'oi',
      message: 'Olá {{firstName}}, {{nome}}',
      geral: true,
      status: true,
      queueIds: [],
    })
    expect(await screen.findByText('Empresa')).toBeTruthy()
  })

  it('shows a shortcode that is taken at its field', async () => {
    list([sampleQuickMessage({ shortcode: 'pix' })])
    backend.on(quickMessages.update, () => ({
      status: 409,
      body: { error: 'ERR_QUICK_MESSAGE_SHORTCODE_ALREADY_EXISTS' },
    }))
    await open()
    await click('Editar /pix')
    await click('Salvar')
    expect((await screen.findByRole('alert')).textContent).toBe('Este atalho já está em uso.')
  })

  it("lets attendants change their own; the company's are shown, and why they cannot be changed", async () => {
    const ours = sampleQuickMessage({ shortcode: 'nossa', message: 'De todos', geral: true })
    list([sampleQuickMessage({ shortcode: 'minha' }), ours])
    await open('user')
    await screen.findByText('/nossa')
    expect(screen.queryByRole('button', { name: /(Editar|Excluir) \/nossa/ })).toBeNull()
    await userEvent.click(screen.getByText('/nossa'))
    const dialog = within(await screen.findByRole('dialog', { name: '/nossa' }))
    expect(dialog.getByText('É de toda a empresa: só administradores alteram.')).toBeTruthy()
    expect(dialog.getByText('De todos')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await click('Editar /minha')
    const edited = within(await screen.findByRole('dialog', { name: 'Editar resposta rápida' }))
    expect(edited.queryByRole('switch', { name: 'De toda a empresa' })).toBeNull()
  })

  it('searches in lower case once one stops typing, and says what was not found', async () => {
    list([sampleQuickMessage()])
    await open()
    await screen.findByText('/pix')
    list([])
    await userEvent.type(screen.getByRole('searchbox'), 'BOLETO')
    expect(await screen.findByText(/Nada encontrado para “BOLETO”/)).toBeTruthy()
    const asked = backend.calls.filter(({ path }) => path.includes('quick-messages'))
    expect(asked.map(({ query }) => query.get('searchParam'))).toEqual([null, 'boleto'])
  })

  it('names the one before it deletes it, and hears what others do', async () => {
    const pix = sampleQuickMessage({ geral: true })
    list([pix])
    backend.on(quickMessages.remove, () => ({ status: 204 }))
    await open()
    await screen.findByText('/pix')
    const payload = { action: 'update' as const, quickMessage: { ...pix, message: 'Outra chave' } }
    applyEvent(queryClient, { channel: 'quickMessage', payload })
    expect(await screen.findByText('Outra chave')).toBeTruthy()
    await click('Excluir /pix')
    const asked = await screen.findByRole('alertdialog', { name: 'Excluir /pix, de toda a empresa?' })
    list([])
    await userEvent.click(within(asked).getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(screen.queryByText('/pix')).toBeNull())
    const boleto = sampleQuickMessage({ shortcode: 'boleto' })
    list([boleto])
    applyEvent(queryClient, { channel: 'quickMessage', payload: { action: 'create', quickMessage: boleto } })
    expect(await screen.findByText('/boleto')).toBeTruthy()
    list([])
    applyEvent(queryClient, { channel: 'quickMessage', payload: { action: 'delete', quickMessageId: boleto.id } })
    await waitFor(() => expect(screen.queryByText('/boleto')).toBeNull())
  })
})
