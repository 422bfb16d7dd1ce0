// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { SignUpLink } from './sign-up-link.tsx'
import { SignupScreen } from './signup-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  const plan = { id: newId(), name: 'Básico', users: 3, connections: 1, queues: 3, value: 99, useKanban: true }
  backend.on(plans.list, () => ({ body: [plan] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('signing a company up', () => {
  it('says how strong the password is, against the names typed above, and takes a weak one all the same', async () => {
    backend.on(companies.signup, () => ({ status: 201, body: {} }))
    await renderScreen('/signup', <SignupScreen />)
    await userEvent.type(await screen.findByLabelText(/^Nome da empresa/), 'Mercearia Zuleica')
    await userEvent.type(screen.getByLabelText(/^E-mail/), 'contato@exemplo.com.br')
    await userEvent.type(screen.getByLabelText(/^Telefone/), '11999990000')
    expect(screen.getByText('De 5 a 50 caracteres.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Senha/), 'zuleica-2024')
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('Fraca. É feita do nome, do e-mail ou da empresa.'),
    )
    await userEvent.click(await screen.findByRole('radio', { name: /Básico/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }))
    await waitFor(() =>
      expect(backend.calls.find(call => call.method === 'POST')?.body).toMatchObject({ password: 'zuleica-2024' }),
    )
  })

  it('is not offered where it is closed, here and on the screens that lead here', async () => {
    backend.on(companies.signupState, () => ({ body: { open: false } }))
    await renderScreen('/signup', <SignupScreen />)
    expect((await screen.findByRole('status')).textContent).toMatch(/^Aqui novas empresas não se cadastram/)
    expect(screen.queryByRole('button', { name: 'Cadastrar' })).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login')
    cleanup()
    for (const [open, links] of [
      [true, ['Cadastre sua empresa']],
      [false, []],
    ] as const) {
      backend.calls.length = 0
      backend.on(companies.signupState, () => ({ body: { open } }))
      await renderScreen('/forgetpsw', <SignUpLink />)
      await waitFor(() => expect(backend.calls).toHaveLength(1))
      await waitFor(() => expect(screen.queryAllByRole('link').map(link => link.textContent)).toEqual(links))
      cleanup()
    }
  })

  it('is offered by a server that does not say', async () => {
    await renderScreen('/forgetpsw', <SignUpLink />)
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/signup')
  })

  it('shows what each plan costs and holds, and asks to check the data when it is refused', async () => {
    backend.on(companies.signup, () => ({ status: 409, body: { error: 'ERR_COMPANY_ALREADY_EXISTS' } }))
    await renderScreen('/signup', <SignupScreen />)
    const plan = await screen.findByRole('radio', { name: /Básico/ })
    expect(plan.closest('label')?.textContent).toMatch(/por mês3 usuários · 1 conexão · 3 filas.*Inclui kanban\./)
    fireEvent.change(screen.getByLabelText(/^Nome da empresa/), { target: { value: 'Mercearia' } })
    fireEvent.change(screen.getByLabelText(/^E-mail/), { target: { value: 'contato@exemplo.com.br' } })
    fireEvent.change(screen.getByLabelText(/^Telefone/), { target: { value: '(11) 99999-0000' } })
    fireEvent.change(screen.getByLabelText(/^Senha/), { target: { value: 'zuleica-2024' } })
    await userEvent.click(plan)
    await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Não foi possível cadastrar. Verifique os dados informados.Já existe uma empresa com este nome.',
    )
  })
})
