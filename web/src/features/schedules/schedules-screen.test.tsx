// @vitest-environment jsdom

import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { fields } from '@balcao/shared/api/company/fields.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, formatTime } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { addDays } from './days.ts'
import { SchedulesScreen } from './schedules-screen.tsx'

const ZONE = 'America/Sao_Paulo'
const me = sessionUser()
const maria = sampleContact({ name: 'Maria Andrade' })
const tomorrow = addDays(dayOf(Date.now(), ZONE), 1)

const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  id: newId(),
  body: 'Até amanhã',
  contactId: maria.id,
  contact: { id: maria.id, name: maria.name, number: maria.number, profilePicUrl: null },
  sendAt: `${tomorrow}T13:00:00.000Z`,
  sentAt: null,
  status: 'PENDENTE',
  reason: null,
  userId: me.id,
  user: { id: me.id, name: me.name },
  whatsappId: null,
  recurrence: 'none',
  templateId: null,
  templateVariables: {},
  ticketId: null,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...changes,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Schedule[]) => () => ({ body: { schedules: rows, hasMore: false, nextCursor: null } })
const sent = (method: string) => backend.calls.filter(call => call.method === method).map(({ body }) => body)
const plan = (useSchedules: boolean) => () => ({
  body: {
    id: newId(),
    name: 'Plano',
    users: 1,
    connections: 1,
    queues: 1,
    value: 1,
    ...Object.fromEntries(PLAN_FLAGS.map(flag => [flag, true])),
    useSchedules,
  },
})

beforeEach(async () => {
  backend = await startBackend()
  backend.on(companies.getPlan, plan(true))
  backend.on(whatsapp.list, () => ({ body: [] }))
  backend.on(contacts.get, () => ({ body: maria }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (search = '', user = me) => renderScreen('/schedules', <SchedulesScreen />, user, search)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the calendar of scheduled messages', () => {
  it('says what it is when there are none, and in a plan without them', async () => {
    backend.on(schedules.list, listed([]))
    await open('?view=agenda')
    expect(await screen.findByText('Nenhuma mensagem agendada ainda')).toBeTruthy()
    cleanup()
    backend.on(companies.getPlan, plan(false))
    await open()
    expect(await screen.findByText(/não inclui os agendamentos/)).toBeTruthy()
  })

  it('is no empty calendar where it could not be read', async () => {
    backend.on(schedules.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL', requestId: 'req-42' } }))
    await open('?view=month')
    expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy()
    expect(screen.queryByText(/Nada agendado/)).toBeNull()
    backend.on(schedules.list, listed([]))
    await click('Tentar de novo')
    expect((await screen.findAllByText(/Nada agendado/)).length).toBeGreaterThan(0)
  })

  it('knows the variables of custom fields', async () => {
    const field = { id: newId(), name: 'Plano', on: 'contact', type: 'text', choices: [], createdAt: '', updatedAt: '' }
    backend.on(fields.listAll, () => ({ body: [field] as never }))
    backend.on(schedules.list, listed([]))
    await open(`?contactId=${maria.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar agendamento' })
    const text = 'Seu plano: {{field.plano}} {{field.nada}}'
    fireEvent.change(within(dialog).getByLabelText(/^Mensagem/), { target: { value: text } })
    expect(await within(dialog).findByText('Seu plano: ‹Plano› {{field.nada}}')).toBeTruthy()
    expect(within(dialog).getByText('Não será preenchido: {{field.nada}}')).toBeTruthy()
  })

  it('opens the dialog for the contact of its address, in an hour, and sends what was written', async () => {
    const made = schedule()
    backend.on(schedules.list, listed([]))
    backend.on(schedules.create, () => ({ status: 201, body: made }))
    await open(`?contactId=${maria.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar agendamento' })
    expect(await within(dialog).findByText('Maria Andrade')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Mensagem/)))
    const inAnHour = Date.now() + 3_600_000
    const time = within(dialog).getByLabelText<HTMLInputElement>(/^Hora/).value
    expect([formatTime(inAnHour, ZONE), formatTime(inAnHour - 60_000, ZONE)]).toContain(time)
    await userEvent.type(within(dialog).getByLabelText(/^Mensagem/), 'oi')
    await click('Salvar')
    expect(await within(dialog).findByText('Mensagem muito curta')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText(/^Mensagem/), ', {{{{firstName}} {{{{nada}}')
    expect(await within(dialog).findByText('oi, Maria {{nada}}')).toBeTruthy()
    expect(within(dialog).getByText('Não será preenchido: {{nada}}')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText(/^Dia/), { target: { value: tomorrow } })
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Repetição/), 'monthly')
    await click('Salvar')
    expect(await screen.findByText('Agendamento adicionado')).toBeTruthy()
    expect(sent('POST')).toEqual([
      {
        contactId: maria.id,
        body: 'oi, {{firstName}} {{nada}}',
        sendAt: expect.stringMatching(/:00\.000Z$/),
        recurrence: 'monthly',
        whatsappId: null,
        templateId: null,
        templateVariables: {},
      },
    ])
    const [{ sendAt }] = sent('POST') as [{ sendAt: string }]
    expect([dayOf(sendAt, ZONE), formatTime(sendAt, ZONE)]).toEqual([tomorrow, time])
  })

  it('takes a day that is typed sign by sign, and says what is no time', async () => {
    backend.on(schedules.list, listed([]))
    await open(`?contactId=${maria.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar agendamento' })
    await userEvent.type(await within(dialog).findByLabelText(/^Mensagem/), '{{{{greeting}}, Maria')
    const day = within(dialog).getByLabelText(/^Dia/)
    await userEvent.clear(day)
    await userEvent.type(day, '3110')
    const time = within(dialog).getByLabelText<HTMLInputElement>(/^Hora/)
    await userEvent.clear(time)
    await userEvent.type(time, '14:75')
    await click('Salvar')
    expect(await within(dialog).findByText('Horário inválido: use HH:mm')).toBeTruthy()
    expect(time.value).toBe('14:75')
    expect(sent('POST')).toEqual([])
  })

  it('says at its field that a time has passed, and keeps the moment to the second where it is not touched', async () => {
    const row = schedule({ sendAt: `${tomorrow}T13:00:41.500Z` })
    backend.on(schedules.list, listed([row]))
    backend.on(schedules.update, () => ({ status: 422, body: { error: 'ERR_SCHEDULE_IN_PAST' } }))
    await open('?view=agenda')
    await click(/^Editar Maria/)
    const dialog = await screen.findByRole('dialog', { name: 'Editar agendamento' })
    await userEvent.type(within(dialog).getByLabelText(/^Mensagem/), ' cedo')
    await click('Salvar')
    expect(await within(dialog).findByText('Este horário já passou. Escolha um horário futuro.')).toBeTruthy()
    expect(sent('PUT')).toMatchObject([{ sendAt: row.sendAt, body: 'Até amanhã cedo' }])
  })

  it('shows what was sent and what is of others, without changing it; an error says why', async () => {
    const other = { id: newId(), name: 'Bia' }
    const rows = [
      schedule({ status: 'ENVIADA', sentAt: `${tomorrow}T13:00:00.000Z`, ticketId: newId() }),
      schedule({ userId: other.id, user: other, body: 'De outra pessoa', sendAt: `${tomorrow}T14:00:00.000Z` }),
      schedule({ status: 'ERRO', reason: 'ERR_WAPP_INVALID_CONTACT', sendAt: `${tomorrow}T15:00:00.000Z` }),
    ]
    backend.on(schedules.list, listed(rows))
    await open('?view=agenda', { ...me, profile: 'user' })
    await userEvent.click(await screen.findByText('De outra pessoa'))
    expect(await screen.findByText('Só quem agendou ou um administrador pode alterar.')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Fechar' }).at(-1)!)
    await userEvent.click(screen.getByText('Enviada'))
    expect(await screen.findByRole('link', { name: 'Abrir a conversa' })).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Fechar' }).at(-1)!)
    await userEvent.click(screen.getByText('Erro no envio'))
    expect(await screen.findByText(/^Não foi enviada: .* Escolha outro horário/)).toBeTruthy()
  })

  it('one whose connection was deleted asks for another, and leaves over that', async () => {
    const branch = sampleConnection({ name: 'Filial' })
    backend.on(whatsapp.list, () => ({ body: [branch] }))
    const row = schedule({ status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND', whatsappId: newId(), recurrence: 'weekly' })
    backend.on(schedules.list, listed([row]))
    backend.on(schedules.update, ({ body }) => ({ body: { ...row, ...(body as object), status: 'PENDENTE' } }))
    await open('?view=agenda')
    await userEvent.click(await screen.findByText('Erro no envio'))
    expect(await screen.findByText(/^Não foi enviada: Conexão não encontrada. Escolha outra conexão/)).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox', { name: /^Conexão/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Filial/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(sent('PUT')).toMatchObject([{ whatsappId: branch.id, recurrence: 'weekly' }]))
  })

  it('refuses beside it a file that the official number it leaves over does not send', async () => {
    const official = sampleConnection({ name: 'Oficial', provider: 'cloud', isDefault: true })
    const phone = sampleConnection({ name: 'Celular', isDefault: false })
    backend.on(whatsapp.list, () => ({ body: [official, phone] }))
    backend.on(templates.list, () => ({ body: { templates: [], hasMore: false, nextCursor: null } }))
    backend.on(schedules.list, listed([]))
    await open(`?contactId=${maria.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar agendamento' })
    await within(dialog).findByLabelText(/^Modelo/)
    const field = within(within(dialog).getByRole('group', { name: 'Arquivo' }))
    const webp = new File(['x'], 'foto.webp', { type: 'image/webp' })
    await userEvent.upload(field.getByTestId('media'), webp)
    expect(field.getByRole('alert').textContent).toMatch(/foto\.webp.*imagens JPEG ou PNG de até 5 MB/)
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^Conexão/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Celular/ }))
    await userEvent.upload(field.getByTestId('media'), webp)
    expect(field.queryByRole('alert')).toBeNull()
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^Conexão/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Oficial/ }))
    await userEvent.type(within(dialog).getByLabelText(/^Mensagem/), 'Até amanhã')
    await click('Salvar')
    expect(field.getByRole('alert').textContent).toMatch(/JPEG ou PNG/)
    expect(sent('POST')).toEqual([])
  })

  it('with a template has no text of its own, whatever was typed before', async () => {
    const official = sampleConnection({ name: 'Oficial', provider: 'cloud', isDefault: true })
    const offer = sampleTemplate({ whatsappId: official.id })
    backend.on(whatsapp.list, () => ({ body: [official] }))
    backend.on(templates.list, () => ({ body: { templates: [offer], hasMore: false, nextCursor: null } }))
    backend.on(schedules.list, listed([]))
    backend.on(schedules.create, () => ({ status: 201, body: schedule() }))
    await open(`?contactId=${maria.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Adicionar agendamento' })
    await userEvent.type(within(dialog).getByLabelText(/^Mensagem/), 'Oi')
    await userEvent.click(await within(dialog).findByRole('combobox', { name: /^Modelo/ }))
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(offer.name) }))
    await click('Salvar')
    await waitFor(() => expect(sent('POST')).toMatchObject([{ templateId: offer.id }]))
    expect(sent('POST')[0]).not.toHaveProperty('body')
  })

  it('a drop moves one, a refused one comes back', async () => {
    const row = schedule()
    backend.on(schedules.list, listed([row]))
    backend.on(schedules.update, () => ({ status: 409, body: { error: 'ERR_CONFLICT' } }))
    const { container } = await open(`?view=day&day=${tomorrow}`)
    await screen.findByRole('button', { name: /^10:00.*Maria/ })
    const drop = (time: string) =>
      fireEvent.drop(container.querySelector(`[data-slot="${tomorrow} ${time}"]`)!, {
        dataTransfer: { getData: () => row.id, types: [] },
      })
    drop('15:30')
    await waitFor(() => expect(sent('PUT')).toEqual([{ sendAt: `${tomorrow}T18:30:00.000Z` }]))
    expect(await screen.findByRole('button', { name: /^10:00.*Maria/ })).toBeTruthy()
    const moved = { ...row, sendAt: `${tomorrow}T18:30:00.000Z` }
    backend.on(schedules.update, () => ({ body: moved }))
    backend.on(schedules.list, listed([moved]))
    drop('15:30')
    expect(await screen.findByText(/^Agendamento movido para/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^15:30.*Maria/ })).toBeTruthy()
  })

  it('is live', async () => {
    const row = schedule()
    backend.on(schedules.list, listed([row]))
    await open(`?view=month&day=${tomorrow}`)
    await screen.findByRole('button', { name: /^10:00.*Maria.*Pendente/ })
    const failed = { ...row, status: 'ERRO' as const, reason: 'ERR_SEND_TIMED_OUT' }
    backend.on(schedules.list, listed([failed]))
    applyEvent(queryClient, { channel: 'schedule', payload: { action: 'update', schedule: failed } })
    expect(await screen.findByRole('button', { name: /Erro no envio/ })).toBeTruthy()
    backend.on(schedules.list, listed([]))
    applyEvent(queryClient, { channel: 'schedule', payload: { action: 'delete', scheduleId: row.id } })
    await waitFor(() => expect(screen.queryByRole('button', { name: /Maria/ })).toBeNull())
  })
})
