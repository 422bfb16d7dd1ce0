// @vitest-environment jsdom
import { settings } from '@balcao/shared/api/company/settings.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentUser } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
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
  })
})
