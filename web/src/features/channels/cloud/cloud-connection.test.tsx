// @vitest-environment jsdom
import { cloudNumbers } from '@balcao/shared/api/channels/cloud.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { whatsappsession } from '@balcao/shared/api/channels/whatsappsession.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ConnectionsScreen } from '../connections-screen.tsx'

const IDS = { phoneNumberId: '106540352242922', businessAccountId: '102290129340398' }
const cloud = (changes: Partial<Whatsapp> = {}) =>
  sampleConnection({ name: 'Oficial', provider: 'cloud', status: 'CONNECTED', ...IDS, ...changes })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(cloudNumbers.login, () => ({ body: { loginUrl: null } }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  cleanup()
  await backend.stop()
})

const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
const bodies = (method: string) => backend.calls.filter(call => call.method === method).map(({ body }) => body)

describe('a cloud number', () => {
  it('is connected by its ids and token, each refusal at its field, and asks for no QR code', async () => {
    const rows: Whatsapp[] = []
    const refusals = ['ERR_CLOUD_TOKEN', 'ERR_CLOUD_NUMBER']
    backend.on(whatsapp.list, () => ({ body: rows }))
    backend.on(whatsapp.create, () => {
      const error = refusals.shift()
      if (error) return { status: 422, body: { error } }
      rows.push(cloud())
      return { status: 201, body: rows[0]! }
    })
    await renderScreen('/connections', <ConnectionsScreen />)
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar conexão' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('radio', { name: /^API oficial/ }))
    const save = within(dialog).getByRole('button', { name: 'Salvar' })
    expect(await within(dialog).findByText('Onde encontrar cada valor')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Oficial')
    await userEvent.type(await within(dialog).findByLabelText(/^ID do número/), '12 34')
    await userEvent.click(save)
    expect(await within(dialog).findByText('Formato inválido')).toBeTruthy()
    expect(bodies('POST')).toEqual([])
    const number = within(dialog).getByLabelText(/^ID do número/)
    await userEvent.clear(number)
    await userEvent.type(number, IDS.phoneNumberId)
    await userEvent.type(within(dialog).getByLabelText(/^ID da conta/), ` ${IDS.businessAccountId} `)
    const token = within(dialog).getByLabelText(/^Token de acesso/)
    expect(token.getAttribute('type')).toBe('password')
    await userEvent.type(token, 'EAAx')
    await userEvent.click(save)
    const problemOf = (field: HTMLElement) =>
      document.getElementById(`${field.id}-error`)?.textContent ?? (field.getAttribute('aria-invalid') || null)
    await waitFor(() => expect(problemOf(token)).toContain('A Meta não aceitou o token'))
    await userEvent.click(save)
    await waitFor(() => expect(problemOf(number)).toMatch(/número/))
    await userEvent.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(bodies('POST').at(-1)).toMatchObject({ provider: 'cloud', ...IDS, accessToken: 'EAAx', name: 'Oficial' })
    expect(await within(await rowOf('Oficial')).findByText('API oficial (Cloud API)')).toBeTruthy()
  })

  it('leaves what was typed for it out of a linked device', async () => {
    backend.on(whatsapp.list, () => ({ body: [] }))
    backend.on(whatsapp.create, () => ({ status: 201, body: sampleConnection({ name: 'Loja', status: 'OPENING' }) }))
    await renderScreen('/connections', <ConnectionsScreen />)
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar conexão' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('radio', { name: /^API oficial/ }))
    await userEvent.type(await within(dialog).findByLabelText(/^ID do número/), '1')
    await userEvent.click(within(dialog).getByRole('radio', { name: /^Celular/ }))
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Loja')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(bodies('POST')).toHaveLength(1))
    expect(Object.keys(bodies('POST')[0] as object)).not.toContain('phoneNumberId')
  })

  it('shows its number, quality and limit, in words and live', async () => {
    const row = cloud({
      displayPhoneNumber: '+55 11 99999-0000',
      verifiedName: 'Loja do Zé',
      quality: 'GREEN',
      messagingLimit: 'TIER_1K',
    })
    backend.on(whatsapp.list, () => ({ body: [row] }))
    await renderScreen('/connections', <ConnectionsScreen />)
    const shown = await rowOf('Oficial')
    for (const text of ['+55 11 99999-0000', '1.000 pessoas por dia', 'Qualidade alta'])
      expect(await within(shown).findByText(text)).toBeTruthy()
    expect(shown.textContent).toContain('Loja do Zé')
    expect(within(shown).queryByRole('button', { name: /mensagem de teste/ })).toBe(null)
    const change: Partial<Whatsapp> = { quality: 'RED', messagingLimit: 'TIER_UNLIMITED' }
    act(() => applyListEvent(queryClient, whatsapp.list, null, { action: 'update', row: { ...row, ...change } }))
    expect(await within(shown).findByText('Qualidade baixa')).toBeTruthy()
    expect(within(shown).getByText('Pessoas por dia sem limite')).toBeTruthy()
  })

  it('says why it is disconnected, and takes another token', async () => {
    const lost = cloud({ status: 'DISCONNECTED', disconnectReason: 'token' })
    backend.on(whatsapp.list, () => ({ body: [lost] }))
    backend.on(whatsapp.update, () => ({ body: { ...lost, status: 'CONNECTED', disconnectReason: null } }))
    await renderScreen('/connections', <ConnectionsScreen />)
    expect((await rowOf('Oficial')).textContent).toContain('A Meta não aceita mais o token de acesso')
    await userEvent.click(screen.getByRole('button', { name: 'Trocar token' }))
    const dialog = await screen.findByRole('dialog')
    const field = await within(dialog).findByLabelText(/^Token de acesso/)
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect((within(dialog).getByLabelText(/^ID do número/) as HTMLInputElement).readOnly).toBe(true)
    await userEvent.type(field, 'EAAnew')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(bodies('PUT')[0]).toMatchObject({ accessToken: 'EAAnew' })
    expect(Object.keys(bodies('PUT')[0] as object)).not.toContain('phoneNumberId')
  })

  it('is filled in by signing in at Meta where the installation offers it', async () => {
    const shared = [
      { ...IDS, displayPhoneNumber: '+55 11 4004-0001', verifiedName: 'Doces' },
      { phoneNumberId: '2', businessAccountId: '3', displayPhoneNumber: '+55 11 4004-0002', verifiedName: '' },
    ]
    backend.on(whatsapp.list, () => ({ body: [] }))
    backend.on(cloudNumbers.login, () => ({ body: { loginUrl: 'https://www.facebook.com/dialog?client_id=1' } }))
    backend.on(cloudNumbers.find, () => ({ body: { accessToken: 'sealed', numbers: shared } }))
    backend.on(whatsapp.create, () => ({ status: 201, body: cloud() }))
    const opened: URL[] = []
    vi.stubGlobal('open', (url: URL) => opened.push(url) && {})
    await renderScreen('/connections', <ConnectionsScreen />)
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar conexão' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('radio', { name: /^API oficial/ }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Entrar com a Meta' }))
    const answer = new BroadcastChannel('balcao.facebook')
    answer.postMessage({ state: opened[0]!.searchParams.get('state'), token: 'short', error: null })
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Escolha o número' }))
    await userEvent.click(await screen.findByRole('option', { name: /0001/ }))
    answer.close()
    expect(await within(dialog).findByText('Número +55 11 4004-0001 pronto para conectar.')).toBeTruthy()
    expect((within(dialog).getByLabelText(/^Nome/) as HTMLInputElement).value).toBe('Doces')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(bodies('POST').at(-1)).toMatchObject({ provider: 'cloud', ...IDS, accessToken: 'sealed' })
  })

  it('asks Meta again once it may have lifted a block', async () => {
    const banned = cloud({ status: 'DISCONNECTED', disconnectReason: 'banned' })
    backend.on(whatsapp.list, () => ({ body: [banned] }))
    backend.on(whatsappsession.start, () => ({ body: { ...banned, status: 'CONNECTED', disconnectReason: null } }))
    await renderScreen('/connections', <ConnectionsScreen />)
    expect((await rowOf('Oficial')).textContent).toContain('A Meta bloqueou este número')
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('Conectado')).toBeTruthy()
  })

  it('sends its catalogue only where somebody changed it', async () => {
    const row = cloud({ catalogId: '4711' })
    backend.on(whatsapp.list, () => ({ body: [row] }))
    backend.on(whatsapp.update, () => ({ body: row }))
    await renderScreen('/connections', <ConnectionsScreen />)
    const save = async (change?: (field: HTMLElement) => Promise<void>) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Editar Oficial' }))
      const dialog = await screen.findByRole('dialog')
      await change?.(await within(dialog).findByLabelText(/^ID do catálogo/))
      await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
      return (bodies('PUT').at(-1) as { catalogId?: string | null }).catalogId
    }
    expect(await save()).toBeUndefined()
    expect(await save(field => userEvent.type(field, '2'))).toBe('47112')
    expect(await save(field => userEvent.clear(field))).toBeNull()
  })

  it('keeps its token unless somebody replaces it', async () => {
    const row = cloud()
    backend.on(whatsapp.list, () => ({ body: [row] }))
    backend.on(whatsapp.update, () => ({ body: row }))
    await renderScreen('/connections', <ConnectionsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Editar Oficial' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('guardado')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(bodies('PUT')).toHaveLength(1))
    expect(Object.keys(bodies('PUT')[0] as object)).not.toContain('accessToken')
  })
})
