// @vitest-environment jsdom
/** The pages that letters lead to: an invitation, and the confirmation of an e-mail. */
import { auth } from '@balcao/shared/api/account/auth.ts'
import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { invitation } from '@balcao/shared/api/account/invitation.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetEmailSecret } from '#/lib/email-secret.ts'
import { accessToken, session } from '#/lib/session.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'
import { InviteScreen } from './invite-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  forgetEmailSecret()
  window.location.hash = ''
  await backend.stop()
})

const ASKED = { name: 'Bia', email: 'bia@exemplo.com.br', company: 'Padaria', invitedBy: 'Ana' }
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('an invitation', () => {
  async function open(secret: string) {
    window.location.hash = secret
    await renderScreen('/invite', <InviteScreen />)
    session.set({ state: 'out' })
  }

  it('of the link says who asks whom, takes name and password, and one is in', async () => {
    backend.on(invitation.look, () => ({ body: ASKED }))
    backend.on(invitation.accept, () => ({ status: 201, body: { email: ASKED.email } }))
    backend.on(auth.login, () => ({ body: { token: 'in', user: sessionUser() } }))
    await open('c.i.ABCD2345')
    await screen.findByText('Ana convidou você para Padaria.')
    expect(window.location.hash).toBe('')
    expect(await axeFaults()).toEqual([])
    await click('Entrar na equipe')
    await waitFor(() => expect(screen.getByLabelText(/^Crie uma senha/).getAttribute('aria-invalid')).toBe('true'))
    expect(await axeFaults()).toEqual([])
    await userEvent.type(screen.getByLabelText(/^Crie uma senha/), 'uma boa senha')
    await click('Entrar na equipe')
    await waitFor(() => expect(accessToken()).toBe('in'))
    const bodies = backend.calls.filter(({ path }) => path !== '/auth/invitation').map(({ body }) => body)
    expect(bodies).toContainEqual({ name: 'Bia', password: 'uma boa senha', token: 'c.i.ABCD2345' })
    expect(bodies).toContainEqual({ email: ASKED.email, password: 'uma boa senha' })
  })

  it('that is over says so, and takes a code that is pasted, the whole link too', async () => {
    backend.on(invitation.look, () => ({ status: 422, body: { error: 'ERR_INVITATION_CODE' } }))
    await open('c.i.OLD')
    await screen.findByRole('alert')
    expect(await axeFaults()).toEqual([])
    await click('Código do convite')
    backend.on(invitation.look, ({ body }) =>
      (body as { token: string }).token === 'c.i.NEW'
        ? { body: { ...ASKED, invitedBy: 'Padaria' } }
        : { status: 422, body: { error: 'ERR_INVITATION_CODE' } },
    )
    expect(await axeFaults()).toEqual([])
    await userEvent.type(screen.getByLabelText(/^Código do convite/), 'https://balcao.example/invite#c.i.NEW')
    await click('Abrir convite')
    await screen.findByText('Você foi convidado para Padaria.')
  })

  it('says first who one is, where one is signed in', async () => {
    await renderScreen('/invite', <InviteScreen />, sessionUser({ name: 'Maria Andrade' }))
    await screen.findByText(/Você está conectado como Maria Andrade/)
    expect(await axeFaults()).toEqual([])
  })
})

describe('the confirmation of an e-mail', () => {
  async function open(secret: string) {
    window.location.hash = secret
    await renderScreen('/confirm', <ConfirmEmailScreen />)
    session.set({ state: 'out' })
  }

  it('by the link is done at once, one call, and says where to go on', async () => {
    backend.on(emailConfirmation.confirm, () => ({ body: { email: 'ana@exemplo.com.br' } }))
    await open('c.u.ABCD2345')
    await screen.findByText('ana@exemplo.com.br está confirmado.')
    expect(screen.getByRole('link', { name: 'Ir para a entrada' }).getAttribute('href')).toBe('/login')
    expect([window.location.hash, backend.calls.length]).toEqual(['', 1])
    expect(await axeFaults()).toEqual([])
  })

  it('that is refused says what to do, and one that failed is tried again', async () => {
    backend.on(emailConfirmation.confirm, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    await open('c.u.ABCD2345')
    await screen.findByRole('alert')
    expect(await axeFaults()).toEqual([])
    backend.on(emailConfirmation.confirm, () => ({ status: 422, body: { error: 'ERR_CONFIRMATION_CODE' } }))
    await click('Tentar de novo')
    await screen.findByText(/peça outro e-mail no aviso/)
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull()
  })

  it('without a secret says which link is meant', async () => {
    await open('')
    await screen.findByText(/Abra o link do e-mail/)
    expect(backend.calls).toEqual([])
    expect(await axeFaults()).toEqual([])
  })
})
