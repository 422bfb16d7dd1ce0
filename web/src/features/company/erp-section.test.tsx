// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { SETTING_KEYS, type Setting } from '@balcao/shared/entities/setting.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentUser } from '#/lib/session.ts'
import { completeDom, renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { SettingsScreen } from './settings-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let kept: Setting[]
beforeEach(async () => {
  backend = await startBackend()
  kept = []
  backend.on(settings.list, () => ({ body: kept }))
  backend.on(settings.update, ({ path, body }) => {
    const key = path.split('/').at(-1)!
    const { value } = body as { value: string }
    const isSecret = ['tokenixc', 'clientsecretmkauth', 'asaas'].includes(key)
    return { body: isSecret ? { key, value: '', hasValue: value !== '' } : { key, value } }
  })
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const system = async (name: string) => within(await screen.findByRole('form', { name }))
const puts = () =>
  backend.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => [path, (body as { value: string }).value])

describe('the billing systems', () => {
  it('come into view by their address, once the settings are there', async () => {
    completeDom()
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await renderScreen('/settings', <SettingsScreen />, undefined, '#erp')
    await system('IXC Provedor')
    expect(scrolled.mock.contexts).toEqual([document.getElementById('erp')])
    scrolled.mockRestore()
  })

  it('are saved field by field, an address as one types it, and never show a secret again; then the connection is tested', async () => {
    backend.on(settings.testErp, () => ({ body: { ok: true } }))
    await renderScreen('/settings', <SettingsScreen />)
    const ixc = await system('IXC Provedor')
    expect(ixc.getByText('Não configurado')).toBeTruthy()
    const test = () => ixc.getByRole('button', { name: 'Testar conexão' }) as HTMLButtonElement
    expect(test().disabled).toBe(true)
    await userEvent.type(ixc.getByLabelText('Endereço do IXC'), 'ixc.example.com')
    await userEvent.type(ixc.getByLabelText('Token do IXC'), '16:abc')
    await userEvent.click(ixc.getByRole('button', { name: 'Salvar' }))
    expect(await ixc.findByText('Configurado')).toBeTruthy()
    expect(puts()).toEqual([
      ['/settings/ipixc', 'https://ixc.example.com'],
      ['/settings/tokenixc', '16:abc'],
    ])
    expect((ixc.getByLabelText('Token do IXC') as HTMLInputElement).value).toBe('')
    expect(ixc.getByText('Guardado. Não é mostrado; digite outro para trocar.')).toBeTruthy()
    expect(currentUser()?.company.settings).toContainEqual({ key: 'tokenixc', value: '', hasValue: true })
    await userEvent.click(test())
    expect(await ixc.findByText('A conexão funciona.')).toBeTruthy()
  })

  it('say at the field, or below, what is wrong', async () => {
    kept = [{ key: 'asaas', value: '', hasValue: true }]
    backend.on(settings.testErp, () => ({ body: { ok: false, error: 'ERR_ERP_CREDENTIALS' } }))
    await renderScreen('/settings', <SettingsScreen />)
    const asaas = await system('Asaas')
    await userEvent.click(asaas.getByRole('button', { name: 'Testar conexão' }))
    expect(await asaas.findByText('O sistema de cobrança recusou as credenciais.')).toBeTruthy()
    backend.on(settings.update, () => ({ status: 422, body: { error: 'ERR_OUTGOING_URL' } }))
    const mk = await system('MK-AUTH')
    await userEvent.type(mk.getByLabelText('Endereço do MK-AUTH'), 'http://mk.local')
    await userEvent.click(mk.getByRole('button', { name: 'Salvar' }))
    expect(await mk.findByText('Use um endereço https público.')).toBeTruthy()
    expect(mk.getByLabelText('Endereço do MK-AUTH').getAttribute('aria-invalid')).toBe('true')
  })

  it('are taken away after a question', async () => {
    kept = [
      { key: 'ipixc', value: 'https://ixc.example.com' },
      { key: 'tokenixc', value: '', hasValue: true },
    ]
    await renderScreen('/settings', <SettingsScreen />)
    const ixc = await system('IXC Provedor')
    await userEvent.click(ixc.getByRole('button', { name: 'Remover' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remover' }))
    expect(await ixc.findByText('Não configurado')).toBeTruthy()
    // The mark follows the first of the two.
    await expect.poll(puts).toEqual([
      ['/settings/ipixc', ''],
      ['/settings/tokenixc', ''],
    ])
  })
})

it('every setting has its place on this page, but those of AI and of an official number', async () => {
  backend.on(companies.getPlan, () => ({ body: { useSales: true, useOpenAi: true } }))
  await renderScreen('/settings', <SettingsScreen />)
  await screen.findByRole('form', { name: 'Asaas' })
  await screen.findByRole('heading', { name: 'Vendas' })
  const controls = screen.getAllByRole('switch').length + screen.getAllByRole('combobox').length
  const texts = screen.getAllByLabelText(
    /^(Mensagem de aniversário|Endereço do|Token do IXC|Client|Chave de API do Asaas)/,
  ).length
  expect(controls + texts).toBe(SETTING_KEYS.length - 6)
})
