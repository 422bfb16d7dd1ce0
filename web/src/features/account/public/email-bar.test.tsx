// @vitest-environment jsdom
import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessToken, currentUser } from '#/lib/session.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { EmailBar } from './email-bar.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the line about an e-mail that waits for an answer', () => {
  it('takes the code of the letter, says what is wrong with it, and goes on with the new session', async () => {
    const me = sessionUser({ pendingEmail: 'nova@exemplo.com.br' })
    await renderScreen('/x', <EmailBar />, me)
    await screen.findByText(/Confirme o novo e-mail nova@exemplo.com.br/)
    backend.on(emailConfirmation.code, () => ({ status: 422, body: { error: 'ERR_CONFIRMATION_CODE' } }))
    await click('Digitar código')
    await userEvent.type(screen.getByLabelText('Código de confirmação'), 'abcd2345')
    await click('Confirmar')
    expect((await screen.findByRole('alert')).textContent).toContain('O código não confere')
    backend.on(emailConfirmation.code, () => ({
      body: { ...me, email: 'nova@exemplo.com.br', pendingEmail: null, token: 'next' },
    }))
    await click('Confirmar')
    expect(await screen.findByText('Seu e-mail de acesso agora é nova@exemplo.com.br')).toBeTruthy()
    expect([accessToken(), currentUser()?.pendingEmail]).toEqual(['next', null])
  })

  it('sends the letter again, and says when it is too often', async () => {
    await renderScreen('/x', <EmailBar />, sessionUser({ emailConfirmed: false }))
    backend.on(emailConfirmation.send, () => ({ status: 204 }))
    await screen.findByText(/Confirme seu e-mail/)
    await click('Enviar de novo')
    expect(await screen.findByText('E-mail enviado. Confira também o spam.')).toBeTruthy()
    backend.on(emailConfirmation.send, () => ({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } }))
    await click('Enviar de novo')
    expect((await screen.findByRole('alert')).textContent).toContain('Muitas tentativas')
  })
})
