// @vitest-environment jsdom
import { auth, sessions } from '@balcao/shared/api/account/auth.ts'
import { secondFactor } from '@balcao/shared/api/account/second-factor.ts'
import type { SignIn } from '@balcao/shared/entities/sign-in.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#/lib/session.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { SecurityScreen } from './security-screen.tsx'

const AT = '2026-11-20T12:00:00.000Z'
const KEY = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/Balc%C3%A3o:a?secret=ABCD' }
const CODES = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DDD${'23456789AB'[i]}`)
const OFF = { enabled: false, since: null, recoveryCodesLeft: 0, required: false }
const ON = { enabled: true, since: AT, recoveryCodesLeft: 10, required: false }

const signIn = (outcome: SignIn['outcome'], changes: Partial<SignIn> = {}): SignIn => ({
  ...{ id: newId(), at: AT, outcome, endedAt: null, address: '203.0.113.5', browser: 'Firefox · Linux' },
  ...changes,
})

let backend: Awaited<ReturnType<typeof startBackend>>
let factor: object
let signIns: SignIn[]
beforeEach(async () => {
  backend = await startBackend()
  factor = OFF
  signIns = [signIn('live')]
  backend.on(secondFactor.get, () => ({ body: factor }))
  backend.on(sessions.list, () => ({ body: { signIns, since: AT } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (user = sessionUser()) => renderScreen('/security', <SecurityScreen />, user)
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sent = (path: string) => backend.calls.filter(call => call.path === path && call.method === 'POST')

describe('the second factor of whoever is signed in', () => {
  it('is set up by password, QR code or key, and a code, and shows the recovery codes once', async () => {
    backend.on(secondFactor.begin, ({ body }) =>
      (body as { currentPassword: string }).currentPassword === 'certa'
        ? { body: KEY }
        : { status: 422, body: { error: 'ERR_CURRENT_PASSWORD' } },
    )
    backend.on(secondFactor.confirm, () => ({ status: 422, body: { error: 'ERR_SECOND_FACTOR_CODE' } }))
    await open()
    await screen.findByText('Desativada')
    expect(await axeFaults()).toEqual([])
    await click('Ativar')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^Senha atual/), 'errada')
    await userEvent.click(dialog.getByRole('button', { name: 'Ativar' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('senha')
    await userEvent.clear(dialog.getByLabelText(/^Senha atual/))
    await userEvent.type(dialog.getByLabelText(/^Senha atual/), 'certa')
    await userEvent.click(dialog.getByRole('button', { name: 'Ativar' }))
    expect((await dialog.findByLabelText<HTMLTextAreaElement>('Ou digite esta chave')).value).toBe(
      'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
    )
    expect(dialog.getByTitle('QR code da chave')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
    expect(sent('/auth/me/second-factor/confirm')).toEqual([])
    await userEvent.type(dialog.getByLabelText(/^Código do aplicativo/), '000000')
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('O código não confere')
    backend.on(secondFactor.confirm, () => {
      factor = ON
      return { body: { recoveryCodes: CODES } }
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
    const list = await dialog.findByRole('list', { name: 'Códigos de recuperação' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(each => each.textContent),
    ).toEqual(CODES)
    expect(dialog.getByText('Eles não serão mostrados de novo.')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Já guardei' }))
    await screen.findByText(/10 códigos de recuperação/)
    expect(screen.queryByText(CODES[0]!)).toBeNull()
  })

  it('has new codes by a code, goes off by password and code, and stays where the company requires it', async () => {
    factor = ON
    backend.on(secondFactor.renewCodes, () => ({ body: { recoveryCodes: CODES } }))
    await open()
    await screen.findByText('Ativa')
    await click('Novos códigos de recuperação')
    let dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/^Código do aplicativo/), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
    await dialog.findByText(CODES[9]!)
    await userEvent.click(dialog.getByRole('button', { name: 'Já guardei' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    backend.on(secondFactor.remove, () => {
      factor = { ...OFF, required: true }
      return { status: 204 }
    })
    await click('Desativar')
    dialog = within(await screen.findByRole('dialog'))
    expect(await axeFaults()).toEqual([])
    await userEvent.type(dialog.getByLabelText(/^Senha atual/), 'certa')
    await userEvent.type(dialog.getByLabelText(/^Código do aplicativo ou de recuperação/), CODES[1]!)
    await userEvent.click(dialog.getByRole('button', { name: 'Desativar' }))
    await screen.findByText('Desativada')
    expect(sent('/auth/me/second-factor/off')[0]?.body).toEqual({ currentPassword: 'certa', code: CODES[1] })
    cleanup()
    factor = { ...ON, required: true }
    await open()
    await screen.findByText(/Exigida pela empresa/)
    expect(screen.queryByRole('button', { name: 'Desativar' })).toBeNull()
  })

  it('that cannot be read says so, and is asked for again', async () => {
    backend.on(secondFactor.get, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(await axeFaults()).toEqual([])
    backend.on(secondFactor.get, () => ({ body: ON }))
    await userEvent.click(retry)
    await screen.findByText('Ativa')
  })
})

describe('where somebody signed in', () => {
  it('says of each what became of it, and ends them all after asking', async () => {
    signIns = [
      signIn('live'),
      signIn('refused', { browser: null, address: null }),
      signIn('signedOut', { endedAt: AT }),
      signIn('replaced', { endedAt: AT }),
      signIn('over'),
    ]
    let ended = 0
    backend.on(sessions.end, () => {
      ended += 1
      return { status: 204 }
    })
    backend.on(auth.logout, () => ({ status: 204 }))
    await open()
    const rows = within(await screen.findByRole('list', { name: 'Onde você entrou' })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent)).toEqual([
      expect.stringContaining('Esta sessão'),
      expect.stringMatching(/Navegador desconhecido.*Entrada recusada/),
      expect.stringContaining('Saiu'),
      expect.stringContaining('Encerrada por outra entrada'),
      expect.stringMatching(/Encerrada$/),
    ])
    expect(await axeFaults()).toEqual([])
    await click('Sair de todos os lugares')
    const asked = within(await screen.findByRole('alertdialog'))
    expect(ended).toBe(0)
    await userEvent.click(asked.getByRole('button', { name: 'Sair de todos os lugares' }))
    await waitFor(() => expect([ended, session.get().state]).toEqual([1, 'out']))
  })

  it('is only looked at by who is there for support', async () => {
    const support = { id: newId(), name: 'Olga', until: '2999-01-01T00:00:00.000Z' }
    signIns = []
    await open(sessionUser({ support }))
    await screen.findByText('Nenhuma entrada nos últimos 30 dias.')
    await screen.findByText('Desativada')
    for (const name of ['Sair de todos os lugares', 'Ativar']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
