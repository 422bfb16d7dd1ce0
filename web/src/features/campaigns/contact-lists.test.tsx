// @vitest-environment jsdom
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import type { ContactList, ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ContactListItemsScreen } from './contact-list-items-screen.tsx'
import { ContactListsScreen } from './contact-lists-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const aList = (name: string, contactsCount = 0): ContactList => ({
  id: newId(),
  name,
  contactsCount,
  createdAt: at,
  updatedAt: at,
})
const anItem = (list: ContactList, name: string, change: Partial<ContactListItem> = {}): ContactListItem => ({
  id: newId(),
  companyId: newId(),
  contactListId: list.id,
  name,
  number: '5511987654321',
  email: '',
  isWhatsappValid: null,
  createdAt: at,
  updatedAt: at,
  ...change,
})

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const admin = () => sessionUser({ profile: 'admin' })
const sent = (method: string) => backend.calls.filter(call => call.method === method)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the contact lists', () => {
  const listed = (rows: ContactList[]) =>
    backend.on(contactLists.list, () => ({ body: { records: rows, hasMore: false, nextCursor: null } }))
  const open = () => renderScreen('/contact-lists', <ContactListsScreen />, admin())

  it('say what they are when there are none, and a new one is told at its name what is wrong with it', async () => {
    listed([])
    await open()
    expect(await screen.findByText('Nenhuma lista ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar lista' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar lista' })
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'a')
    await click('Salvar')
    expect(await within(dialog).findByText('No mínimo 2 caracteres')).toBeTruthy()
    backend.on(contactLists.create, () => ({ status: 409, body: { error: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS' } }))
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'b')
    await click('Salvar')
    expect(await within(dialog).findByText('Já existe uma lista de contatos com este nome.')).toBeTruthy()
    const made = aList('ab')
    backend.on(contactLists.create, () => ({ status: 201, body: made }))
    listed([made])
    await click('Salvar')
    expect(await screen.findByText('Lista adicionada')).toBeTruthy()
    expect(sent('POST').at(-1)?.body).toEqual({ name: 'ab' })
  })

  it('show how many are in each, live; export one, and delete none that a campaign needs', async () => {
    const [clients, others] = [aList('Clientes', 12345), aList('Outros', 1)]
    listed([clients, others])
    await open()
    expect(await screen.findByText('12.345')).toBeTruthy()
    expect(screen.getByText('1')).toBeTruthy()
    applyEvent(queryClient, {
      channel: 'contactList',
      payload: { action: 'update', contactList: { ...others, contactsCount: 2 } },
    })
    await waitFor(() => expect(screen.queryByText('1')).toBeNull())
    backend.on(contactLists.export, () => ({ status: 202, body: { jobId: newId() } }))
    backend.on(jobs.list, () => ({ body: { jobs: [], hasMore: false, nextCursor: null } }))
    await click('Exportar Clientes (CSV)')
    expect(await screen.findByText('Exportação iniciada. O arquivo aparece no sino.')).toBeTruthy()
    expect(sent('POST').map(({ path }) => path)).toEqual([`/contact-lists/${clients.id}/export`])
    backend.on(contactLists.remove, () => ({ status: 422, body: { error: 'ERR_CONTACT_LIST_IN_USE' } }))
    await click('Excluir Clientes')
    const asked = await screen.findByRole('alertdialog', { name: 'Excluir a lista Clientes?' })
    await userEvent.click(within(asked).getByRole('button', { name: 'Excluir' }))
    expect(await screen.findByText('Esta lista é o público de uma campanha que ainda vai ser enviada.')).toBeTruthy()
    expect(screen.getByText('Clientes')).toBeTruthy()
  })

  it('open the dialog of a sheet for the list it is asked of', async () => {
    listed([aList('Clientes')])
    await open()
    await click('Importar planilha para Clientes')
    expect(await screen.findByRole('dialog', { name: /Clientes/ })).toBeTruthy()
  })
})

describe('who is in a contact list', () => {
  const list = aList('Clientes', 3)
  const itemed = (rows: ContactListItem[]) =>
    backend.on(contactListItems.list, ({ query }) => {
      const text = query.get('searchParam') ?? ''
      const records = rows.filter(({ name }) => name.toLowerCase().startsWith(text))
      return { body: { records, count: records.length, hasMore: false, nextCursor: null } }
    })
  const open = () => {
    backend.on(contactLists.get, () => ({ body: list }))
    const path = `/contact-lists/${list.id}/contacts`
    return renderScreen(path, <ContactListItemsScreen contactListId={list.id} />, admin())
  }

  it('is shown with what WhatsApp said of each number, and found by how a name begins', async () => {
    itemed([
      anItem(list, 'Ana', { isWhatsappValid: true, email: 'ana@exemplo.com.br' }),
      anItem(list, 'Bia', { isWhatsappValid: false }),
      anItem(list, 'Caio'),
    ])
    await open()
    expect(await screen.findByText('Sem WhatsApp')).toBeTruthy()
    // The column's heading, and Ana.
    expect(screen.getAllByText('WhatsApp')).toHaveLength(2)
    expect(screen.getByText('Não verificado')).toBeTruthy()
    expect(screen.getByText('ana@exemplo.com.br')).toBeTruthy()
    expect(screen.getByText('3')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Listas de contatos' }).getAttribute('href')).toBe('/contact-lists')
    const user = userEvent.setup()
    await user.click(screen.getByRole('searchbox'))
    await user.paste('ZE')
    expect(await screen.findByText('Nada encontrado para “ZE”')).toBeTruthy()
    const asked = sent('GET').filter(({ path }) => path === '/contact-list-items')
    expect(asked.map(({ query }) => [query.get('contactListId'), query.get('searchParam')])).toEqual([
      [list.id, null],
      [list.id, 'ze'],
    ])
  })

  it('asks WhatsApp again about one of them, or about all who have no account', async () => {
    const bia = anItem(list, 'Bia', { isWhatsappValid: false })
    itemed([bia])
    await open()
    backend.on(contactListItems.check, () => ({ body: bia }))
    await click('Verificar de novo o WhatsApp de Bia')
    expect(await screen.findByText('Este número ainda não tem WhatsApp.')).toBeTruthy()
    backend.on(contactLists.check, () => ({ status: 202, body: { jobId: newId() } }))
    await click('Verificar de novo quem não tem WhatsApp')
    expect(await screen.findByText('Verificação iniciada. O resultado aparece no sino.')).toBeTruthy()
    expect(sent('POST').at(-1)?.body).toEqual({ anew: true })
  })

  it('takes somebody new, and says at the number that it is there already', async () => {
    itemed([])
    backend.on(contactListItems.create, () => ({
      status: 409,
      body: { error: 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS' },
    }))
    await open()
    expect(await screen.findByText('Ninguém nesta lista ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar contato' })[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar contato' })
    const user = userEvent.setup()
    for (const [label, text] of [
      [/^Nome/, 'Ana'],
      [/^Número/, '11 98765-4321'],
      [/^E-mail/, 'ana@'],
    ] as const) {
      await user.click(within(dialog).getByLabelText(label))
      await user.paste(text)
    }
    await click('Salvar')
    expect(await within(dialog).findByText('Invalid email')).toBeTruthy()
    await user.click(within(dialog).getByLabelText(/^E-mail/))
    await user.paste('exemplo.com.br')
    await click('Salvar')
    expect(await within(dialog).findByText('Este número já está na lista.')).toBeTruthy()
    const made = anItem(list, 'Ana')
    backend.on(contactListItems.create, () => ({ status: 201, body: made }))
    itemed([made])
    await click('Salvar')
    expect(await screen.findByText('Contato adicionado')).toBeTruthy()
    expect(await screen.findByText('Ana')).toBeTruthy()
    expect(sent('POST').at(-1)?.body).toEqual({
      name: 'Ana',
      number: '11987654321',
      email: 'ana@exemplo.com.br',
      contactListId: list.id,
    })
  })

  it('hears what others do: a sign, somebody new, many at once, somebody gone; and that the list is gone', async () => {
    const [ana, bia] = [anItem(list, 'Ana'), anItem(list, 'Bia', { isWhatsappValid: false })]
    itemed([ana])
    await open()
    await screen.findByText('Não verificado')
    const tell = (payload: Extract<Parameters<typeof applyEvent>[1], { channel: 'contactListItem' }>['payload']) =>
      applyEvent(queryClient, { channel: 'contactListItem', payload })
    tell({ action: 'update', contactListItem: { ...ana, isWhatsappValid: true } })
    await waitFor(() => expect(screen.queryByText('Não verificado')).toBeNull())
    expect(screen.getAllByText('WhatsApp')).toHaveLength(2)
    itemed([ana, bia])
    tell({ action: 'create', contactListItem: bia })
    expect(await screen.findByText('Bia')).toBeTruthy()
    itemed([bia])
    tell({ action: 'delete', contactListItemId: ana.id })
    await waitFor(() => expect(screen.queryByText('Ana')).toBeNull())
    itemed([bia, anItem(list, 'Caio')])
    tell({ action: 'reload', contactListId: list.id })
    expect(await screen.findByText('Caio')).toBeTruthy()
    backend.on(contactLists.get, () => ({ status: 404, body: { error: 'ERR_NO_CONTACT_LIST_FOUND' } }))
    applyEvent(queryClient, { channel: 'contactList', payload: { action: 'delete', contactListId: list.id } })
    expect(await screen.findByText('Lista de contatos não encontrada.')).toBeTruthy()
  })
})
