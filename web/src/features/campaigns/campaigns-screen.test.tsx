// @vitest-environment jsdom

import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleCampaign } from '#/testing/sample-campaign.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CampaignsScreen } from './campaigns-screen.tsx'

const shop = sampleConnection({ name: 'Loja matriz' })
const clients = { id: newId(), name: 'Clientes', contactsCount: 2, createdAt: '', updatedAt: '' }
const HOUR = 3_600_000

const campaign = (changes: Partial<Campaign> = {}): Campaign =>
  sampleCampaign({
    ...{ name: 'Natal', status: 'INATIVA', message1: 'Olá, {{firstName}}' },
    ...{ whatsappId: shop.id, whatsapp: { id: shop.id, name: shop.name } },
    ...{ contactListId: clients.id, contactList: { id: clients.id, name: clients.name } },
    ...changes,
  })

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Campaign[]) => () => ({ body: { records: rows, hasMore: false, nextCursor: null } })
const sent = (method: string) => backend.calls.filter(call => call.method === method)

beforeEach(async () => {
  backend = await startBackend()
  backend.on(whatsapp.list, () => ({ body: [shop] }))
  backend.on(contactLists.listAll, () => ({ body: [clients] }))
  backend.on(tags.listAll, () => ({ body: [] }))
  backend.on(files.listAll, () => ({ body: [] }))
  backend.on(campaignSettings.list, () => ({
    body: [{ key: 'variables', value: JSON.stringify([{ key: 'promo', value: '10 %' }]) }],
  }))
  backend.on(campaigns.estimate, () => ({
    body: {
      ...{ recipients: 2, isSampled: false, message: null, confirmation: null, perMinute: 3, perDay: null },
      end: new Date(Date.now() + 600_000).toISOString(),
    },
  }))
  backend.on(contactListItems.list, () => ({
    body: {
      records: [{ name: 'Maria Andrade' }, { name: 'João Conceição' }],
      hasMore: false,
      nextCursor: null,
      count: 2,
    },
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/campaigns', <CampaignsScreen />, sessionUser({ profile: 'admin' }))
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const rowOf = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[class*=relative]')!

describe('the list of campaigns', () => {
  it('says what a campaign is while there is none', async () => {
    backend.on(campaigns.list, listed([]))
    await open()
    expect(await screen.findByText('Nenhuma campanha ainda')).toBeTruthy()
  })

  it('offers each row what its state allows, and says the state in words', async () => {
    const far = new Date(Date.now() + 3 * HOUR).toISOString()
    const soon = new Date(Date.now() + HOUR / 2).toISOString()
    const rows = [
      campaign({ name: 'Rascunho' }),
      campaign({ name: 'Longe', status: 'PROGRAMADA', scheduledAt: far }),
      campaign({ name: 'Perto', status: 'PROGRAMADA', scheduledAt: soon }),
      campaign({ name: 'Indo', status: 'EM_ANDAMENTO' }),
      campaign({ name: 'Parada', status: 'CANCELADA', whatsapp: null, contactList: null }),
      campaign({ name: 'Pronta', status: 'FINALIZADA' }),
    ]
    backend.on(campaigns.list, listed(rows))
    backend.on(campaigns.report, () => ({
      body: { campaign: rows[3], progress: 37.5, delivered: 3, valid: 8, wait: null, counts: {} },
    }))
    await open()
    const actions = async (name: string) =>
      within(await rowOf(name))
        .getAllByRole('button')
        .map(button => button.getAttribute('aria-label')?.split(' ')[0])
        .filter(Boolean)
    expect(await actions('Rascunho')).toEqual(['Relatório', 'Editar', 'Excluir'])
    expect(await actions('Longe')).toEqual(['Relatório', 'Editar', 'Excluir'])
    // Within its last hour its connection alone.
    expect(await actions('Perto')).toEqual(['Relatório', 'Editar', 'Excluir'])
    expect(await actions('Indo')).toEqual(['Cancelar', 'Relatório'])
    expect(await actions('Parada')).toEqual(['Escolher', 'Relatório', 'Editar', 'Excluir'])
    expect(await actions('Pronta')).toEqual(['Relatório', 'Excluir'])
    for (const said of ['Inativa', 'Em Andamento', 'Cancelada', 'Finalizada', 'Conexão excluída', 'Lista excluída'])
      expect(screen.getByText(said)).toBeTruthy()
    expect(screen.getAllByText('Programada')).toHaveLength(2)
    // Under way, stopped and over: how far each came; of what has not begun nothing is asked.
    await waitFor(() => expect(screen.getAllByText(/37,5/)).toHaveLength(3))
    expect(backend.calls.filter(({ path }) => path.endsWith('/report'))).toHaveLength(3)
  })

  it('asks one whose connection was deleted for another, and goes on over that', async () => {
    const gone = { whatsappId: null, whatsapp: null, reason: 'ERR_NO_WAPP_FOUND' }
    const row = campaign({ name: 'Natal', status: 'CANCELADA', ...gone })
    backend.on(campaigns.list, listed([row]))
    const changed = { ...row, whatsappId: shop.id, whatsapp: { id: shop.id, name: shop.name }, reason: null }
    backend.on(campaigns.update, () => ({ body: changed }))
    backend.on(campaigns.restart, () => ({ body: { ...changed, status: 'EM_ANDAMENTO' } }))
    await open()
    expect((await screen.findAllByText('Ela parou sozinha: a conexão foi excluída.')).length).toBe(1)
    await click('Escolher a conexão de Natal')
    const dialog = await screen.findByRole('dialog')
    const submit = within(dialog).getByRole('button', { name: 'Continuar' })
    await userEvent.click(submit)
    expect(await within(dialog).findByText('Escolha a conexão que envia a campanha.')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^Conexão/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Loja/ }))
    await userEvent.click(submit)
    expect(await screen.findByText('Campanha Natal em andamento')).toBeTruthy()
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ whatsappId: shop.id }])
    expect(sent('POST').map(({ path }) => path)).toEqual([`/campaigns/${row.id}/restart`])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  })

  it('shows a cancel at once and takes it back with the reason when it is refused', async () => {
    const row = campaign({ status: 'EM_ANDAMENTO' })
    backend.on(campaigns.list, listed([row]))
    backend.on(campaigns.cancel, () => ({ status: 422, body: { error: 'ERR_CAMPAIGN_STATUS' } }))
    await open()
    await click('Cancelar Natal')
    expect(await screen.findByText(/O status da campanha não permite isto/)).toBeTruthy()
    expect(screen.getByText('Em Andamento')).toBeTruthy()
    backend.on(campaigns.cancel, () => ({ body: { ...row, status: 'CANCELADA' } }))
    await click('Cancelar Natal')
    expect(await screen.findByText('Campanha Natal cancelada')).toBeTruthy()
    expect(screen.getByText('Cancelada')).toBeTruthy()
    // Who stopped it by keys can let it go on by them.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continuar Natal' }))
  })

  it('follows what others do', async () => {
    const row = campaign()
    backend.on(campaigns.list, listed([row]))
    await open()
    await screen.findByText('Inativa')
    const later = { ...row, status: 'FINALIZADA' as const, updatedAt: '2026-11-20T12:00:02.000Z' }
    applyEvent(queryClient, { channel: 'campaign', payload: { action: 'update', campaign: later } })
    expect(await screen.findByText('Finalizada')).toBeTruthy()
    // Told before, heard after.
    applyEvent(queryClient, { channel: 'campaign', payload: { action: 'update', campaign: row } })
    await new Promise(done => setTimeout(done))
    expect(screen.getByText('Finalizada')).toBeTruthy()
  })
})

describe('the dialog of a campaign', () => {
  it('previews each contact with the text that is theirs, and sends what was written', async () => {
    backend.on(campaigns.list, listed([]))
    backend.on(campaigns.create, () => ({ status: 201, body: campaign() }))
    await open()
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar campanha' }))[0]!)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar campanha' })
    const choose = async (field: RegExp, option: RegExp) => {
      await userEvent.click(within(dialog).getByRole('combobox', { name: field }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    fireEvent.change(within(dialog).getByLabelText(/^Nome/), { target: { value: 'Natal' } })
    await choose(/^Lista de contatos/, /Clientes/)
    await choose(/^Conexão/, /Loja matriz/)
    const write = (name: string, value: string) =>
      fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } })
    write('Mensagem 1', 'Olá, {{firstName}}: {{promo}}')
    expect(await within(dialog).findByText('Olá, Maria: 10 %')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Mensagem 2' }))
    write('Mensagem 2', 'Oi, {{name}} {{nada}}')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Inserir promo' }))
    // Who gets the text that is written: the second contact gets the second.
    expect(await within(dialog).findByText(/^Oi, João Conceição \{\{nada\}\}/)).toBeTruthy()
    expect(within(dialog).getByText('Não será preenchido: {{nada}}')).toBeTruthy()
    expect(within(dialog).getByText('João Conceição (2 de 2)')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Contato anterior' }))
    expect(await within(dialog).findByText('Olá, Maria: 10 %')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText(/^Envio/), { target: { value: 'now' } })
    expect(await within(dialog).findByText(/^2 destinatários · leva cerca de (9|10) minutos · termina /)).toBeTruthy()
    const before = Date.now()
    await click('Iniciar agora')
    expect(await screen.findByText('Campanha adicionada')).toBeTruthy()
    const body = sent('POST')[0]?.body as Record<string, unknown>
    expect(body).toMatchObject({
      name: 'Natal',
      message1: 'Olá, {{firstName}}: {{promo}}',
      whatsappId: shop.id,
      contactListId: clients.id,
      tagListId: null,
      confirmation: false,
    })
    expect(body.message2).toContain('{{promo}}')
    const at = Date.parse(String(body.scheduledAt))
    expect([at > before, at <= Date.now() + 60_000, at % 60_000]).toEqual([true, true, 0])
  })

  it('gives a campaign its file and its time in one call, and takes the file away in one', async () => {
    const made = campaign({ id: newId() })
    backend.on(campaigns.list, listed([made]))
    backend.on(campaigns.update, () => ({ body: { ...made, mediaPath: '/a', mediaName: 'a.png' } }))
    await open()
    await click('Editar Natal')
    const dialog = await screen.findByRole('dialog', { name: 'Editar campanha' })
    fireEvent.change(within(dialog).getByLabelText(/^Envio/), { target: { value: 'now' } })
    await userEvent.upload(within(dialog).getByTestId('media'), new File(['a'], 'a.png', { type: 'image/png' }))
    await click('Iniciar agora')
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    const { file, row } = sent('PUT')[0]!.body as { file: { name: string }; row: string }
    expect(file.name).toBe('a.png')
    expect(JSON.parse(row)).toMatchObject({ name: 'Natal', scheduledAt: expect.stringMatching(/Z$/) })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await click('Editar Natal')
    await click('Remover arquivo')
    await click('Salvar rascunho')
    await waitFor(() => expect(sent('PUT')).toHaveLength(2))
    expect(sent('PUT')[1]?.body).toMatchObject({ media: null })
    expect(sent('POST')).toEqual([])
  })

  it('says why nothing of it can be changed any more, or only its texts and its connection', async () => {
    const branch = sampleConnection({ name: 'Filial' })
    backend.on(whatsapp.list, () => ({ body: [shop, branch] }))
    const rows = [campaign({ name: 'Pronta', status: 'FINALIZADA' }), campaign({ name: 'Parada', status: 'CANCELADA' })]
    backend.on(campaigns.list, listed(rows))
    backend.on(campaigns.update, ({ body }) => ({ body: { ...rows[1], ...(body as object) } }))
    await open()
    await userEvent.click(await screen.findByText('Pronta'))
    let dialog = await screen.findByRole('dialog', { name: 'Editar campanha' })
    expect(within(dialog).getByText(/terminou e não pode mais ser alterada/)).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: 'Salvar' })).toBeNull()
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Fechar' })[0]!)
    await userEvent.click(await screen.findByText('Parada'))
    dialog = await screen.findByRole('dialog', { name: 'Editar campanha' })
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Nome/).closest('fieldset')?.disabled).toBe(true)
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Mensagem 1' }), { target: { value: 'Outra' } })
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^Conexão/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Filial/ }))
    await click('Salvar')
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(sent('PUT')[0]?.body).toMatchObject({ message1: 'Outra', name: 'Parada', whatsappId: branch.id })
  })

  it('says all that is missing at once', async () => {
    backend.on(campaigns.list, listed([]))
    await open()
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar campanha' }))[0]!)
    await userEvent.selectOptions(await screen.findByLabelText(/^Envio/), 'at')
    await click('Agendar')
    expect(await screen.findByText(/Escolha a conexão/)).toBeTruthy()
    expect(screen.getByText(/Escolha quem recebe a campanha/)).toBeTruthy()
    expect(screen.getAllByText('Obrigatório')).toHaveLength(3)
    expect(sent('POST')).toEqual([])
  })

  it('takes a day that is typed sign by sign, and says what is no day or time', async () => {
    backend.on(campaigns.list, listed([campaign()]))
    await open()
    await click('Editar Natal')
    const dialog = await screen.findByRole('dialog')
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Envio/), 'at')
    await userEvent.type(within(dialog).getByLabelText(/^Dia/), '3102')
    await userEvent.type(within(dialog).getByLabelText(/^Hora/), '25:00')
    await click('Agendar')
    expect(await within(dialog).findByText('Data inválida')).toBeTruthy()
    expect(within(dialog).getByText('Horário inválido: use HH:mm')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Hora/).value).toBe('25:00')
    expect(sent('PUT')).toEqual([])
  })

  it('names what its button does, and says for how many and how long', async () => {
    backend.on(campaigns.list, listed([campaign()]))
    await open()
    await click('Editar Natal')
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('2 destinatários · leva cerca de 10 minutos')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Salvar rascunho' })).toBeTruthy()
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Envio/), 'at')
    fireEvent.change(within(dialog).getByLabelText(/^Dia/), { target: { value: '2099-11-30' } })
    const hour = within(dialog).getByLabelText(/^Hora/)
    fireEvent.change(hour, { target: { value: '14:00' } })
    fireEvent.blur(hour)
    expect(await within(dialog).findByRole('button', { name: 'Agendar para 30/11/2099 14:00' })).toBeTruthy()
    await waitFor(() => {
      const asked = backend.calls.filter(({ path }) => path === '/campaign-estimate').at(-1)
      expect(asked?.query.get('startsAt')).toBe('2099-11-30T17:00:00.000Z')
    })
  })

  it('shows a refusal at its field', async () => {
    backend.on(campaigns.list, listed([campaign()]))
    backend.on(campaigns.update, () => ({ status: 422, body: { error: 'ERR_CAMPAIGN_EMPTY_AUDIENCE' } }))
    await open()
    await click('Editar Natal')
    await click('Salvar rascunho')
    expect(await screen.findByText(/Não há ninguém nesta lista/)).toBeTruthy()
  })
})
