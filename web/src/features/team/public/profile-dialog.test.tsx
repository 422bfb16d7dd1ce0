// @vitest-environment jsdom
import { users } from '@balcao/shared/api/team/users.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessToken, currentUser } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ProfileDialog } from './profile-dialog.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let closed: number
const me = sessionUser()

const open = (user = me) => renderScreen('/profile', <ProfileDialog onClose={() => closed++} />, user)

beforeEach(async () => {
  backend = await startBackend()
  closed = 0
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

/** A label, with the star of what is required. */
const named = (label: string) => new RegExp(`^${label}\\*?$`)
const field = async (label: string) => within(await screen.findByRole('dialog')).findByLabelText(named(label))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
const sent = () => backend.calls.filter(call => call.method === 'PUT').map(call => call.body)
const retype = async (label: string, text: string) => {
  const input = await field(label)
  await userEvent.clear(input)
  if (text) await userEvent.type(input, text)
}

describe('the own profile', () => {
  beforeEach(async () => {
    await open()
  })

  it('asks for nothing more when only the name changes', async () => {
    backend.on(users.update, call => ({ body: { ...me, ...(call.body as object) } }))
    await retype('Nome', 'Maria Souza')
    expect(screen.queryByLabelText(named('Senha atual'))).toBeNull()
    await save()
    expect(await screen.findByText('Perfil salvo')).toBeTruthy()
    expect(sent()).toEqual([{ name: 'Maria Souza', email: me.email }])
    expect([currentUser()?.name, accessToken(), closed]).toEqual(['Maria Souza', 'token', 1])
  })

  it.each([
    ['Nova senha', 'abacaxi com sal', { password: 'abacaxi com sal' }],
    ['E-mail', 'outra@exemplo.com.br', { email: 'outra@exemplo.com.br' }],
  ])(
    'asks for the current password when "%s" changes, and goes on with the new session',
    async (label, text, change) => {
      backend.on(users.update, call => ({ body: { ...me, ...(call.body as object), token: 'next' } }))
      await retype(label, text)
      await save()
      expect(await within(await screen.findByRole('dialog')).findByText('Obrigatório')).toBeTruthy()
      expect(sent()).toEqual([])

      await userEvent.type(await field('Senha atual'), 'correct horse')
      await save()
      expect(await screen.findByText('Perfil salvo')).toBeTruthy()
      expect(sent()).toEqual([{ name: me.name, email: me.email, ...change, currentPassword: 'correct horse' }])
      expect(accessToken()).toBe('next')
      expect(JSON.stringify(currentUser())).not.toContain('next')
      expect(closed).toBe(1)
    },
  )

  it('does not ask for it once the change is taken back', async () => {
    await retype('E-mail', 'outra@exemplo.com.br')
    expect(await field('Senha atual')).toBeTruthy()
    await retype('E-mail', me.email.toUpperCase())
    expect(screen.queryByLabelText(named('Senha atual'))).toBeNull()
  })

  it.each([
    [
      'Senha atual',
      422,
      { error: 'ERR_CURRENT_PASSWORD', details: [{ path: 'currentPassword', message: 'ERR_CURRENT_PASSWORD' }] },
      'A senha atual não confere.',
    ],
    ['E-mail', 409, { error: 'ERR_EMAIL_ALREADY_EXISTS' }, 'Já existe um usuário com este e-mail.'],
  ])('shows at "%s" why it was refused, and keeps what was typed', async (label, status, body, text) => {
    backend.on(users.update, () => ({ status, body }))
    await retype('E-mail', 'outra@exemplo.com.br')
    await userEvent.type(await field('Senha atual'), 'wrong')
    await save()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(text)
    expect((await field(label)).getAttribute('aria-describedby')).toContain(alert.id)
    expect(((await field('Senha atual')) as HTMLInputElement).value).toBe('wrong')
    expect([closed, accessToken()]).toEqual([0, 'token'])
  })
})

describe('a new password', () => {
  const meter = () => screen.findByRole('meter', { name: 'Força da senha' })
  const verdict = async (text: string) => {
    await retype('Nova senha', text)
    await waitFor(async () => expect(Number((await meter()).getAttribute('value'))).toBeGreaterThan(0))
    return screen.getByRole('status').textContent
  }

  it('is rated as it is typed, in words and as a meter, against what is known of the person', async () => {
    await open()
    expect(screen.queryByRole('meter')).toBeNull()
    expect(await verdict('senha123')).toContain(
      'Força da senha: Fraca. É comum: está entre as primeiras que se tentam.',
    )
    expect((await meter()).getAttribute('aria-valuetext')).toBe('Fraca')
    await retype('Nova senha', '')
    expect(await verdict('padaria-2024')).toContain('É feita do nome, do e-mail ou da empresa.')
    await retype('Nova senha', '')
    expect((await verdict('trem azul chove domingo'))?.trim()).toBe('Força da senha: Forte.')
    expect((await meter()).getAttribute('value')).toBe('4')
    expect((await field('Nova senha')).getAttribute('aria-describedby')).toBe(
      screen.getByRole('status').closest('p')?.id,
    )
  })

  it('that is weak is refused where the company says so: announced before, and told at the field', async () => {
    const settings = [{ key: 'refuseWeakPasswords', value: 'enabled' }]
    await open({ ...me, company: { ...me.company, settings } })
    backend.on(users.update, () => ({
      status: 422,
      body: { error: 'ERR_WEAK_PASSWORD', details: [{ path: 'password', message: 'ERR_WEAK_PASSWORD' }] },
    }))
    expect(await verdict('senha123')).toContain('A empresa não aceita senhas fracas.')
    await userEvent.type(await field('Senha atual'), 'correct horse')
    await save()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Esta senha é fácil de adivinhar. A empresa pede uma mais forte.')
    expect((await field('Nova senha')).getAttribute('aria-describedby')).toContain(alert.id)
    expect(closed).toBe(0)
  })
})
