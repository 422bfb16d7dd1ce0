// @vitest-environment jsdom
import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { CampaignEstimate } from '@balcao/shared/entities/campaign.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleCampaign } from '#/testing/sample-campaign.ts'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CampaignDialog } from './campaign-dialog.tsx'

const official = sampleConnection({ name: 'Oficial', provider: 'cloud' })
const clients = { id: newId(), name: 'Clientes', contactsCount: 4, createdAt: '', updatedAt: '' }
const offer = sampleTemplate({ whatsappId: official.id, name: 'oferta', category: 'MARKETING' })
const part = { country: '55', category: 'marketing' as const, count: 3, amount: 1_050_000 }
const estimate: CampaignEstimate = {
  ...{ recipients: 4, isSampled: false, confirmation: null, perMinute: 600, perDay: 1000 },
  end: '2026-11-28T15:00:00.000Z',
  message: {
    ...{ currency: 'BRL', amount: 1_050_000, unpriced: 1 },
    parts: [part, { ...part, country: '1', count: 1, amount: null }],
  },
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(whatsapp.list, () => ({ body: [official] }))
  backend.on(contactLists.listAll, () => ({ body: [clients] }))
  backend.on(tags.listAll, () => ({ body: [] }))
  backend.on(files.listAll, () => ({ body: [] }))
  backend.on(campaignSettings.list, () => ({ body: [] }))
  backend.on(templates.list, () => ({ body: { templates: [offer], hasMore: false, nextCursor: null } }))
  backend.on(campaigns.estimate, () => ({ body: estimate }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const campaign = sampleCampaign({
  ...{ status: 'INATIVA', whatsappId: official.id, whatsapp: official, message1: '' },
  ...{ contactListId: clients.id, contactList: clients },
})
const open = () =>
  renderScreen(
    '/campaigns',
    <CampaignDialog campaign={campaign} onClose={() => undefined} />,
    sessionUser({ profile: 'admin' }),
  )

it('chooses a template in place of texts, fills it by name, and says what it will cost', async () => {
  backend.on(campaigns.update, () => ({ status: 422, body: { error: 'ERR_TEMPLATE_NOT_APPROVED' } }))
  await open()
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByLabelText(/^Modelo da mensagem/))
  await userEvent.click(await screen.findByRole('option', { name: /oferta/ }))
  expect(within(dialog).queryByLabelText('Mensagem 1')).toBeNull()
  // Its name says what it is; the order's number nobody knows.
  expect(within(dialog).getByRole('textbox', { name: /first name/ })).toHaveProperty('value', '{{firstName}}')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /order number/ }), '1001')
  expect(await within(dialog).findByText(/Olá, Maria! Seu pedido 1001 saiu/)).toBeTruthy()
  expect(await within(dialog).findByText(/4 destinatários/)).toBeTruthy()
  expect(within(dialog).getByText('1 mensagem não tem preço na tabela do operador.')).toBeTruthy()
  expect(within(dialog).getByText('preço desconhecido')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar rascunho' }))
  expect(
    await within(dialog).findByText('Este modelo não está aprovado pela Meta, ou foi pausado. Escolha outro.'),
  ).toBeTruthy()
  const body = backend.calls.find(({ method }) => method === 'PUT')?.body
  expect(body).toMatchObject({
    ...{ templateId: offer.id, message1: '', fileListId: null },
    templateVariables: { first_name: '{{firstName}}', order_number: '1001' },
  })
})

it('says that the templates are out of reach, and tries again', async () => {
  backend.on(templates.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
  await open()
  expect(await screen.findByText('Não foi possível carregar os modelos', {}, { timeout: 5000 })).toBeTruthy()
  backend.on(templates.list, () => ({ body: { templates: [], hasMore: false, nextCursor: null } }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  await waitFor(() => expect(screen.getByLabelText(/^Modelo da mensagem/)).toBeTruthy())
})

it('refuses a file beyond the number’s limits beside it, and one chosen for another connection before it is sent', async () => {
  const phone = sampleConnection({ name: 'Celular', provider: 'web' })
  backend.on(whatsapp.list, () => ({ body: [official, phone] }))
  await open()
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/^Modelo da mensagem/)
  const webp = new File(['x'], 'foto.webp', { type: 'image/webp' })
  const field = within(within(dialog).getByRole('group', { name: 'Arquivo' }))
  await userEvent.upload(field.getByTestId('media'), webp)
  expect(field.getByRole('alert').textContent).toMatch(/foto\.webp.*imagens JPEG ou PNG de até 5 MB/)
  expect(field.queryByRole('button', { name: 'Remover arquivo' })).toBeNull()
  const connection = async (name: string) => {
    await userEvent.click(within(dialog).getByLabelText(/^Conexão/))
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
  }
  await connection('Celular')
  expect(field.queryByRole('alert')).toBeNull()
  await userEvent.upload(field.getByTestId('media'), webp)
  expect(field.getByText('foto.webp')).toBeTruthy()
  await connection('Oficial')
  expect(field.getByRole('alert').textContent).toMatch(/JPEG ou PNG/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar rascunho' }))
  expect(backend.calls.filter(({ method }) => method !== 'GET')).toEqual([])
})
