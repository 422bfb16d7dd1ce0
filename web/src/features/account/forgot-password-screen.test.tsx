// @vitest-environment jsdom
import { forgetpassword, resetpasswords } from '@balcao/shared/api/account/passwords.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const posts = () => backend.calls.filter(({ method }) => method === 'POST')

async function askFor(email: string) {
  await renderScreen('/forgetpsw', <ForgotPasswordScreen />)
  await userEvent.type(await screen.findByLabelText(/^E-mail/), email)
  await userEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
}

describe('a forgotten password', () => {
  it('is reset in two steps: a code to the e-mail, then the code and a new password', async () => {
    backend.on(forgetpassword.request, () => ({ status: 204 }))
    backend.on(resetpasswords.reset, () => ({ status: 204 }))
    await askFor('ana@exemplo.com.br')
    expect(await screen.findByText('Email enviado com sucesso!')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Código/), 'abcd2345')
    await userEvent.type(screen.getByLabelText(/^Nova senha/), 'Senha1234')
    await userEvent.type(screen.getByLabelText(/^Confirme a nova senha/), 'Senha1234')
    await userEvent.click(screen.getByRole('button', { name: 'Redefinir senha' }))
    await waitFor(() => expect(posts()).toHaveLength(2))
    expect(posts()[1]?.body).toEqual({ email: 'ana@exemplo.com.br', token: 'ABCD2345', password: 'Senha1234' })
  })

  it('is not sent to the server while the passwords differ or the rule is not met', async () => {
    backend.on(forgetpassword.request, () => ({ status: 204 }))
    await askFor('ana@exemplo.com.br')
    await userEvent.type(await screen.findByLabelText(/^Código/), 'abcd2345')
    await userEvent.type(screen.getByLabelText(/^Nova senha/), 'Senha1234')
    await userEvent.type(screen.getByLabelText(/^Confirme a nova senha/), 'Senha12345')
    await userEvent.click(screen.getByRole('button', { name: 'Redefinir senha' }))
    expect(await screen.findByText('As senhas não correspondem.')).toBeTruthy()
    expect(posts()).toHaveLength(1)
  })

  it('says what the server says: an e-mail of nobody, a code that is not right', async () => {
    backend.on(forgetpassword.request, () => ({ status: 404, body: { error: 'ERR_NO_EMAIL_FOUND' } }))
    await askFor('ninguem@exemplo.com.br')
    expect((await screen.findByRole('alert')).textContent).toBe('Email não encontrado')
  })
})
