// @vitest-environment jsdom
import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { holidays } from '@balcao/shared/api/company/holidays.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentUser } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTemplate } from '#/testing/sample-template.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { SettingsScreen } from './settings-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(settings.list, () => ({
    body: [
      { key: 'call', value: 'enabled' },
      { key: 'scheduleType', value: 'disabled' },
    ],
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')

describe('the settings screen', () => {
  it('saves a change at once, also for the rest of the interface', async () => {
    backend.on(settings.update, call => ({ body: { key: 'call', ...(call.body as object) } }))
    await renderScreen('/settings', <SettingsScreen />)
    await screen.findByRole('switch', { name: 'Aceitar chamadas' })
    expect(isOn('Aceitar chamadas')).toBe('true')
    await userEvent.click(screen.getByRole('switch', { name: 'Aceitar chamadas' }))
    expect(isOn('Aceitar chamadas')).toBe('false')
    expect(await screen.findByText('Operação atualizada com sucesso.')).toBeTruthy()
    expect(backend.calls.find(call => call.method === 'PUT')).toMatchObject({
      path: '/settings/call',
      body: { value: 'disabled' },
    })
    expect(currentUser()?.company.settings).toContainEqual({ key: 'call', value: 'disabled' })
  })

  it('keeps its tab in the address', async () => {
    backend.on(holidays.listAll, () => ({ body: [] }))
    const { router } = await renderScreen('/settings', <SettingsScreen />, undefined, '?part=fields')
    const tab = (name: string) => screen.findByRole('tab', { name })
    expect((await tab('Campos')).getAttribute('aria-selected')).toBe('true')
    await userEvent.click(await tab('Metas'))
    expect(router.state.location.search).toEqual({ part: 'goals' })
    await userEvent.click(await tab('Opções'))
    expect(router.state.location.search).toEqual({})
    router.history.back()
    await waitFor(async () => expect((await tab('Metas')).getAttribute('aria-selected')).toBe('true'))
    // A tab that is not shown now is not opened.
    await router.navigate({ to: '/settings', search: { part: 'holidays' } as never })
    await waitFor(async () => expect((await tab('Opções')).getAttribute('aria-selected')).toBe('true'))
  })

  it('takes a template for birthdays at an official number, and keeps what is typed when it is refused', async () => {
    const official = sampleConnection({ name: 'Oficial', provider: 'cloud', isDefault: true })
    const template = sampleTemplate({ whatsappId: official.id })
    backend.on(companies.getPlan, () => ({ body: { useSales: true } }))
    backend.on(whatsapp.list, () => ({ body: [official] }))
    backend.on(templates.list, () => ({ body: { templates: [template], hasMore: false, nextCursor: null } }))
    backend.on(settings.list, () => ({ body: [{ key: 'birthdayMessage', value: 'Parabéns' }] }))
    backend.on(settings.update, () => ({ status: 422, body: { error: 'ERR_TEMPLATE_VARIABLES' } }))
    await renderScreen('/settings', <SettingsScreen />)
    expect((await screen.findByRole('note')).textContent).toContain('Oficial')
    await userEvent.click(screen.getByRole('combobox', { name: /^Modelo para depois/ }))
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(template.name) }))
    await userEvent.click(screen.getAllByRole('button', { name: 'Salvar' })[0]!)
    expect(await screen.findByText('Preencha todas as variáveis do modelo.')).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'order number' }), '7')
    backend.on(settings.update, call => ({ body: { key: 'birthdayTemplate', ...(call.body as { value: string }) } }))
    await userEvent.click(screen.getAllByRole('button', { name: 'Salvar' })[0]!)
    expect(await screen.findByText('Operação atualizada com sucesso.')).toBeTruthy()
    const { value } = backend.calls.findLast(({ method }) => method === 'PUT')!.body as { value: string }
    expect(JSON.parse(value)).toMatchObject({ templateId: template.id, templateVariables: { order_number: '7' } })
  })

  it('has weak passwords refused when the admin says so', async () => {
    backend.on(settings.update, call => ({ body: { key: 'refuseWeakPasswords', ...(call.body as object) } }))
    await renderScreen('/settings', <SettingsScreen />)
    expect(await screen.findByRole('heading', { name: 'Segurança' })).toBeTruthy()
    expect(isOn('Recusar senhas fracas')).toBe('false')
    await userEvent.click(screen.getByRole('switch', { name: 'Recusar senhas fracas' }))
    expect(await screen.findByText('Operação atualizada com sucesso.')).toBeTruthy()
    expect(backend.calls.find(call => call.method === 'PUT')).toMatchObject({
      path: '/settings/refuseWeakPasswords',
      body: { value: 'enabled' },
    })
  })

  it('goes back when the server refuses, and says why', async () => {
    backend.on(settings.update, () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }))
    await renderScreen('/settings', <SettingsScreen />)
    await userEvent.click(await screen.findByRole('switch', { name: 'Aceitar chamadas' }))
    expect(await screen.findByText('Você não tem permissão para isto.')).toBeTruthy()
    expect(isOn('Aceitar chamadas')).toBe('true')
  })

  it('shows the hours tab only while hours are the company’s', async () => {
    backend.on(settings.update, call => ({ body: { key: 'scheduleType', ...(call.body as object) } }))
    await renderScreen('/settings', <SettingsScreen />)
    const kind = await screen.findByLabelText('Tipo de expediente')
    expect(screen.queryByRole('tab', { name: 'Horários' })).toBeNull()
    await userEvent.selectOptions(kind, 'Da empresa')
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Horários' })).toBeTruthy())
    expect(screen.getByRole('tabpanel', { name: 'Opções' })).toBeTruthy()
    // Whoever changes it keeps the focus.
    expect(screen.getByLabelText('Tipo de expediente')).toBe(kind)
  })
})

describe('the holidays', () => {
  const holiday = (date: string, name: string, startTime: string | null = null, endTime: string | null = null) => ({
    id: newId(),
    date,
    name,
    startTime,
    endTime,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  })
  const asked = (scheduleType: string) =>
    backend.on(settings.list, () => ({ body: [{ key: 'scheduleType', value: scheduleType }] }))
  const open = async () => {
    await renderScreen('/settings', <SettingsScreen />)
    await userEvent.click(await screen.findByRole('tab', { name: 'Feriados' }))
  }

  it('are there while hours are asked, of the company or of queues', async () => {
    asked('disabled')
    await renderScreen('/settings', <SettingsScreen />)
    expect(await screen.findByLabelText('Tipo de expediente')).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Feriados' })).toBeNull()
    cleanup()
    asked('queue')
    backend.on(holidays.listAll, () => ({ body: [] }))
    await open()
    expect(await screen.findByText('Nenhum feriado ainda')).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'Horários' })).toBeNull()
  })

  it('are shown by date with their hours, and those that are over behind them', async () => {
    asked('queue')
    backend.on(holidays.listAll, () => ({
      body: [
        holiday('2998-12-25', 'Natal'),
        holiday('2998-12-24', 'Véspera', '08:00', '12:00'),
        holiday('2020-01-01', 'Ano novo'),
      ],
    }))
    await open()
    const list = await screen.findByRole('list', { name: 'Feriados' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(['24/12/2998Segunda-feiraVéspera08:00 – 12:00', '25/12/2998Terça-feiraNatalFechado o dia todo'])
    expect(screen.getByText('1 feriado passado')).toBeTruthy()
  })

  it('are added, closed unless hours are given; a date that is taken is said at its field', async () => {
    asked('company')
    const rows: object[] = [holiday('2998-12-25', 'Natal')]
    backend.on(holidays.listAll, () => ({ body: rows }))
    backend.on(holidays.create, ({ body }) => {
      if (rows.length > 1) return { status: 409, body: { error: 'ERR_HOLIDAY_ALREADY_EXISTS' } }
      const made = { ...holiday('', ''), ...(body as object) }
      rows.push(made)
      return { status: 201, body: made }
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar feriado' }))
    await userEvent.type(await screen.findByLabelText(/Data/), '24122998')
    await userEvent.type(screen.getByLabelText(/Nome/), 'Véspera')
    await userEvent.click(screen.getByRole('switch', { name: 'Fechado o dia todo' }))
    const end = screen.getByLabelText('Fim')
    await userEvent.clear(end)
    await userEvent.type(end, '8')
    await userEvent.tab()
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Escolha outro horário de fim.')).toBeTruthy()
    await userEvent.clear(end)
    await userEvent.type(end, '13')
    await userEvent.tab()
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Feriado adicionado')).toBeTruthy()
    expect(backend.calls.find(call => call.method === 'POST')).toMatchObject({
      path: '/holidays',
      body: { date: '2998-12-24', name: 'Véspera', startTime: '08:00', endTime: '13:00' },
    })
    expect(await screen.findByText('08:00 – 13:00')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar feriado' }))
    await userEvent.type(await screen.findByLabelText(/Data/), '25122998')
    await userEvent.type(screen.getByLabelText(/Nome/), 'Natal')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Já existe um feriado nesta data.')).toBeTruthy()
    expect(backend.calls.at(-1)?.body).toMatchObject({ startTime: null, endTime: null })
  })
})
