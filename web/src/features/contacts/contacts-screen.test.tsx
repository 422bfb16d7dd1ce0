// @vitest-environment jsdom
import { fields } from '@balcao/shared/api/company/fields.ts'
import { contact as contactCheck, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ContactsScreen } from './contacts-screen.tsx'

const person = (name: string, change: Partial<Contact> = {}) => sampleContact({ name, ...change })

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Contact[]) => () => ({
  body: { contacts: rows, count: rows.length, hasMore: false, nextCursor: null },
})

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the contacts screen', () => {
  it('says what contacts are when there are none', async () => {
    backend.on(contacts.list, listed([]))
    await renderScreen('/contacts', <ContactsScreen />)
    expect(await screen.findByText('Seus contatos aparecem aqui')).toBeTruthy()
  })

  it('shows what was searched when nothing is found, and clears it', async () => {
    backend.on(contacts.list, call =>
      call.query.get('searchParam') ? listed([])() : listed([person('Ana'), person('Bia')])(),
    )
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await screen.findByText('Ana')
    await user.click(screen.getByRole('searchbox'))
    await user.paste('ZEca')
    expect(await screen.findByText('Nada encontrado para “ZEca”')).toBeTruthy()
    expect(backend.calls.map(call => call.query.get('searchParam')).filter(Boolean)).toEqual(['zeca'])
    await user.click(screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1) as HTMLElement)
    expect(await screen.findByText('Bia')).toBeTruthy()
  })

  it('searches from three characters on, and says so before', async () => {
    backend.on(contacts.list, listed([person('Ana'), person('Bia')]))
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await screen.findByText('Ana')
    await user.type(screen.getByRole('searchbox'), 'an')
    expect(await screen.findByText('Digite ao menos 3 letras ou números.')).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'a')
    await waitFor(() => expect(backend.calls.at(-1)?.query.get('searchParam')).toBe('ana'))
    expect(screen.queryByText('Digite ao menos 3 letras ou números.')).toBeNull()
    expect(backend.calls.map(call => call.query.get('searchParam')).filter(Boolean)).toEqual(['ana'])
  })

  it('shows an error with its request id and recovers on retry', async () => {
    backend.on(contacts.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL', requestId: 'req-42' } }))
    await renderScreen('/contacts', <ContactsScreen />)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Algo falhou do nosso lado. Tente de novo.')).toBeTruthy()
    expect(within(alert).getByText('req-42')).toBeTruthy()
    backend.on(contacts.list, listed([person('Ana')]))
    await userEvent.click(within(alert).getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('Ana')).toBeTruthy()
  })

  it('creates a contact: refuses an empty form, then sends the number as digits', async () => {
    backend.on(contacts.list, listed([]))
    backend.on(contactCheck.check, () => ({ body: { alreadyExists: false, existingContact: null, invalido: false } }))
    backend.on(contacts.create, call => ({ status: 201, body: person('Carla', call.body as Partial<Contact>) }))
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await user.click((await screen.findAllByRole('button', { name: 'Adicionar contato' }))[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await within(dialog).findAllByText('Required')).toHaveLength(2)
    await user.type(within(dialog).getByLabelText(/Nome/), 'Carla')
    await user.type(within(dialog).getByLabelText(/Número/), '+55 (11) 98765-0000')
    await waitFor(() =>
      expect(backend.calls.find(({ path }) => path === '/contact')?.query.get('number')).toBe('+5511987650000'),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(backend.calls.find(call => call.method === 'POST')?.body).toEqual({
      name: 'Carla',
      number: '5511987650000',
      email: '',
      extraInfo: [],
      fields: {},
      contactTags: [],
    })
  })

  it('puts a duplicate under the number and keeps what was typed', async () => {
    backend.on(contacts.list, listed([]))
    backend.on(contactCheck.check, () => ({ body: { alreadyExists: false, existingContact: null, invalido: false } }))
    backend.on(contacts.create, () => ({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } }))
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await user.click((await screen.findAllByRole('button', { name: 'Adicionar contato' }))[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/Nome/), 'Carla')
    await user.type(within(dialog).getByLabelText(/Número/), '5511987650000')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await within(dialog).findByText('Já existe um contato com este número.')).toBeTruthy()
    expect((within(dialog).getByLabelText(/Nome/) as HTMLInputElement).value).toBe('Carla')
  })

  it('shows the number alone to who does not hold the live ticket of a contact', async () => {
    const ana = person('Ana Costa')
    const bruno = { id: newId(), name: 'Bruno' }
    backend.on(contacts.list, listed([ana]))
    backend.on(contacts.get, () => ({ body: ana }))
    backend.on(contacts.tickets, () => ({ body: [sampleTicket({ status: 'open', userId: bruno.id, user: bruno })] }))
    await renderScreen('/contacts', <ContactsScreen />, sessionUser({ profile: 'user' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Editar Ana Costa' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/Só quem atende este contato/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>(/Número/).readOnly).toBe(true)
  })

  it('is narrowed by custom fields of choices and of yes or no, and says when nobody is left', async () => {
    const own = (name: string, type: string, on = 'contact') => ({
      ...{ id: newId(), name, on, type, choices: ['Ouro', 'Prata'] },
      ...{ createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z' },
    })
    const [plan, active] = [own('Plano', 'choice'), own('Ativo', 'boolean')]
    const all = [plan, active, own('Limite', 'number'), own('Rota', 'choice', 'customer')]
    backend.on(fields.listAll, () => ({ body: all as never }))
    backend.on(contacts.list, ({ query }) => listed(query.get('fields') ? [] : [person('Ana')])())
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Filtrar por campos' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Plano' }), 'Ouro')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Ativo' }), 'Não')
    expect(screen.queryByRole('combobox', { name: /Limite|Rota/ })).toBeNull()
    expect(await screen.findByText('Nenhum contato com estes filtros')).toBeTruthy()
    const asked = backend.calls.filter(({ path }) => path === '/contacts').map(({ query }) => query.get('fields'))
    expect(JSON.parse(asked.at(-1)!)).toEqual({ [plan.id]: 'Ouro', [active.id]: false })
    const popover = within(screen.getByRole('dialog', { name: 'Filtrar por campos' }))
    expect(screen.getByRole('button', { name: 'Filtrado por 2 campos' })).toBeTruthy()
    await user.click(popover.getByRole('button', { name: 'Limpar filtro' }))
    expect(await screen.findByText('Ana')).toBeTruthy()
    const trigger = screen.getByRole('button', { name: 'Filtrar por campos' })
    await waitFor(() => expect(document.activeElement).toBe(trigger))
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.click(trigger)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Ativo' }), 'Sim')
    await screen.findByText('Nenhum contato com estes filtros')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Limpar filtro' }))
    expect(await screen.findByText('Ana')).toBeTruthy()
  })

  it('takes back a tag of several contacts alone, not what was set since', async () => {
    const tag = (name: string) => ({ id: newId(), name, color: '#16a34a', kanban: 0 })
    const [vip, debt, late] = [tag('VIP'), tag('Devedor'), tag('Atrasado')]
    backend.on(tags.listAll, () => ({ body: [vip, debt, late] as never }))
    let [ana, bia] = [person('Ana Costa', { contactTags: [debt] }), person('Bia Lima')]
    backend.on(contacts.list, listed([ana, bia]))
    // Somebody else has put the tag on Bia since the list was read.
    bia = { ...bia, contactTags: [vip] }
    const byPath = (path: string) => (path.endsWith(ana.id) ? ana : bia)
    backend.on(contacts.get, ({ path }) => ({ body: byPath(path) }))
    backend.on(contacts.update, ({ path, body }) => {
      const { contactTags } = body as { contactTags: string[] }
      const row = { ...byPath(path), contactTags: [vip, debt, late].filter(({ id }) => contactTags.includes(id)) }
      if (row.id === ana.id) ana = row
      else bia = row
      return { body: row }
    })
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    for (const name of ['Ana Costa', 'Bia Lima'])
      await user.click(await screen.findByRole('checkbox', { name: `Selecionar ${name}` }))
    await user.click(screen.getByRole('button', { name: 'Pôr tag' }))
    await user.click(await screen.findByRole('menuitem', { name: 'VIP' }))
    await waitFor(() => expect(ana.contactTags).toEqual([vip, debt]))
    ana = { ...ana, contactTags: [vip, debt, late] }
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }))
    await waitFor(() => expect(ana.contactTags).toEqual([debt, late]))
    expect(bia.contactTags).toEqual([vip])
    expect(backend.calls.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  })

  it('says when the notes of a contact are too long together, and sends nothing', async () => {
    const notes = Array.from({ length: 20 }, () => ({ name: 'Nota', value: 'x'.repeat(990) }))
    const ana = person('Ana Costa', { extraInfo: notes })
    backend.on(contacts.list, listed([ana]))
    backend.on(contacts.get, () => ({ body: ana }))
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Editar Ana Costa' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByDisplayValue('Ana Costa'), ' Lima')
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('No máximo 16384 caracteres')
    expect(backend.calls.some(call => call.method === 'PUT')).toBe(false)
  })

  it('puts the focus on the first field of a dialog and back on what opened it', async () => {
    const ana = person('Ana Costa')
    backend.on(contacts.list, listed([ana]))
    backend.on(contacts.get, () => ({ body: ana }))
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    const edit = await screen.findByRole('button', { name: 'Editar Ana Costa' })
    await user.click(edit)
    const name = await within(await screen.findByRole('dialog')).findByLabelText(/Nome/)
    await user.click(name)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(edit))
    const add = screen.getByRole('button', { name: 'Adicionar contato' })
    await user.click(add)
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/Nome/)))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(add))
  })

  it('asks once before deleting, naming the contact', async () => {
    const ana = person('Ana Costa')
    backend.on(contacts.list, listed([ana]))
    backend.on(contacts.remove, () => ({ status: 204 }))
    await renderScreen('/contacts', <ContactsScreen />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Excluir Ana Costa' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText('Excluir Ana Costa?')).toBeTruthy()
    backend.on(contacts.list, listed([]))
    await user.click(within(question).getByRole('button', { name: 'Excluir' }))
    expect(await screen.findByText('Contato removido com sucesso!')).toBeTruthy()
    expect(backend.calls.some(call => call.method === 'DELETE' && call.path === `/contacts/${ana.id}`)).toBe(true)
  })

  it('begins an export and says where the file comes', async () => {
    backend.on(contacts.list, listed([person('Ana')]))
    backend.on(contacts.export, () => ({ status: 202, body: { jobId: newId() } }))
    await renderScreen('/contacts', <ContactsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Exportar contatos' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
    expect(await screen.findByText('Exportação iniciada. O arquivo aparece no sino.')).toBeTruthy()
  })

  it('asks WhatsApp again about a number that had no account, and says what came out', async () => {
    const ana = person('Ana', { isWhatsappValid: false })
    backend.on(contacts.list, listed([ana, person('Bia')]))
    await renderScreen('/contacts', <ContactsScreen />)
    const again = await screen.findByRole('button', { name: 'Verificar de novo o WhatsApp de Ana' })
    expect(screen.queryByRole('button', { name: 'Verificar de novo o WhatsApp de Bia' })).toBeNull()
    backend.on(contacts.check, () => ({ status: 503, body: { error: 'ERR_WAPP_CHECK_CONTACT' } }))
    await userEvent.click(again)
    expect(await screen.findByText(/Não foi possível verificar o contato/)).toBeTruthy()
    backend.on(contacts.check, () => ({ body: { ...ana, isWhatsappValid: true } }))
    await userEvent.click(again)
    expect(await screen.findByText('Este número tem WhatsApp.')).toBeTruthy()
    expect(screen.queryByText('sem WhatsApp')).toBeNull()
  })

  it('offers no deletion and no export to an attendant, and no ticket with a number that is not on WhatsApp', async () => {
    backend.on(contacts.list, listed([person('Ana', { isWhatsappValid: false })]))
    await renderScreen('/contacts', <ContactsScreen />, sessionUser({ profile: 'user' }))
    const start = await screen.findByRole('button', { name: 'Iniciar atendimento com Ana' })
    expect(start.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Excluir Ana' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Exportar contatos' })).toBeNull()
  })
})
