// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessToken } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { UserDialog } from './user-dialog.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let closed: number
const { company: _, ...me } = sessionUser()

beforeEach(async () => {
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(whatsapp.list, () => ({ body: [] }))
  closed = 0
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = (user: Parameters<typeof UserDialog>[0]['user']) =>
  renderScreen('/users', <UserDialog user={user} onClose={() => closed++} />, sessionUser(me))
/** A label, with the star of what is required. */
const named = (label: string) => new RegExp(`^${label}\\*?$`)
const field = async (label: string) => within(await screen.findByRole('dialog')).findByLabelText(named(label))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
const sent = (method: string) => backend.calls.find(call => call.method === method)?.body

describe('the dialog of a user', () => {
  it('asks an admin for the current password when the own one changes, and goes on with the new session', async () => {
    backend.on(users.update, () => ({ body: { ...me, token: 'next' } }))
    await open(me)
    await userEvent.type(await field('Nova senha'), 'abacaxi com sal')
    await save()
    expect(await screen.findByText('Obrigatório')).toBeTruthy()
    await userEvent.type(await field('Senha atual'), 'correct horse')
    await save()
    expect(await screen.findByText('Usuário salvo')).toBeTruthy()
    expect(sent('PUT')).toMatchObject({
      password: 'abacaxi com sal',
      currentPassword: 'correct horse',
      profile: 'admin',
    })
    expect([accessToken(), closed]).toEqual(['next', 1])
  })

  it('shows at the field that the current password is wrong', async () => {
    backend.on(users.update, () => ({
      status: 422,
      body: { error: 'ERR_CURRENT_PASSWORD', details: [{ path: 'currentPassword', message: 'ERR_CURRENT_PASSWORD' }] },
    }))
    await open(me)
    await userEvent.type(await field('Nova senha'), 'abacaxi com sal')
    await userEvent.type(await field('Senha atual'), 'wrong')
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('A senha atual não confere.')
    expect(closed).toBe(0)
  })

  it("does not ask for it when another's password is set", async () => {
    const other = { ...me, id: newId(), email: 'joao@exemplo.com.br', profile: 'user' as const }
    backend.on(users.update, () => ({ body: other }))
    await open(other)
    await userEvent.type(await field('Nova senha'), 'abacaxi com sal')
    expect(screen.queryByLabelText(named('Senha atual'))).toBeNull()
    await save()
    expect(await screen.findByText('Usuário salvo')).toBeTruthy()
    expect(sent('PUT')).toMatchObject({ password: 'abacaxi com sal', email: other.email })
    expect(sent('PUT')).not.toHaveProperty('currentPassword')
    expect(accessToken()).toBe('token')
  })

  it('shows at its field what is no time of the access hours, and sends nothing', async () => {
    await open({ ...me, id: newId(), email: 'joao@exemplo.com.br', profile: 'user' })
    await userEvent.click(await screen.findByRole('switch', { name: 'Limitar o horário de acesso' }))
    const start = await screen.findByLabelText<HTMLInputElement>('Segunda-feira: Início')
    await userEvent.clear(start)
    await userEvent.type(start, '2599')
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Horário inválido: use HH:mm')
    expect([start.value, start.getAttribute('aria-invalid')]).toEqual(['2599', 'true'])
    expect([sent('PUT'), closed]).toEqual([undefined, 0])
  })

  it('creates a user', async () => {
    backend.on(users.create, call => ({
      status: 201,
      body: { ...me, id: newId(), ...(call.body as object), queues: [] },
    }))
    await open(null)
    await userEvent.type(await field('Nome'), 'João Lima')
    await userEvent.type(await field('E-mail'), 'joao@exemplo.com.br')
    await userEvent.type(await field('Senha'), 'abacaxi com sal')
    await save()
    expect(await screen.findByText('Usuário salvo')).toBeTruthy()
    expect(sent('POST')).toEqual({
      name: 'João Lima',
      accessHours: null,
      signature: '',
      email: 'joao@exemplo.com.br',
      password: 'abacaxi com sal',
      profile: 'user',
      allTicket: 'disabled',
      queueIds: [],
      whatsappId: null,
      permissions: [],
    })
  })

  it('says in words what a user may do, and gives the right to the catalogue', async () => {
    const other = { ...me, id: newId(), email: 'joao@exemplo.com.br', profile: 'user' as const }
    backend.on(users.update, () => ({ body: { ...other, permissions: ['catalog'] } }))
    await open(other)
    const right = await screen.findByRole('switch', { name: 'Catálogo' })
    expect(right.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByText(/^Altera produtos, preços.*publica contratos/)).toBeTruthy()
    expect(screen.getByText(/altera o catálogo só com o direito abaixo/)).toBeTruthy()
    await userEvent.click(right)
    await save()
    expect(await screen.findByText('Usuário salvo')).toBeTruthy()
    expect(sent('PUT')).toMatchObject({ permissions: ['catalog'] })
  })

  it('shows an admin’s rights as all of them, and nobody changes their own', async () => {
    await open({ ...me, id: newId(), profile: 'admin' })
    const all = await screen.findByRole('switch', { name: 'Catálogo' })
    expect([all.getAttribute('aria-checked'), all.hasAttribute('disabled')]).toEqual(['true', true])
    expect(screen.getByText('Administradores podem tudo na empresa.')).toBeTruthy()
  })
})
