// @vitest-environment jsdom
import { setup } from '@balcao/shared/api/account/setup.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentLanguage, startI18n } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { prepareSetup } from './prepare-setup.ts'
import { SetupScreen } from './setup-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  localStorage.setItem('balcao.language', 'pt')
  backend = await startBackend()
  backend.on(setup.look, () => ({ body: { goodUntil: '2026-11-28T12:00:00.000Z' } }))
})
afterEach(async () => {
  cleanup()
  localStorage.removeItem('balcao.language')
  await backend.stop()
})

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)

async function toSecondStep() {
  await type(/^Nome/, 'Olga')
  await type(/^E-mail/, 'olga@exemplo.com.br')
  await type(/^Senha/, 'uma boa senha')
  await click('Continuar')
  await screen.findByText('Passo 2 de 2')
}

async function fillSecondStep() {
  await type(/^Nome da empresa/, 'Padaria Aurora')
  await type(/^Nome(?! da)/, 'Ana')
  await type(/^E-mail/, 'ana@exemplo.com.br')
  await type(/^Senha/, 'outra boa senha')
}

describe('the first set-up of a server', () => {
  it('takes the account of the installation, then the company, and leads to the sign-in', async () => {
    backend.on(setup.setUp, () => ({ status: 201, body: {} }))
    const { router } = await renderScreen('/setup', <SetupScreen token="abc" />)
    await screen.findByText('Passo 1 de 2')
    expect(await axeFaults()).toEqual([])
    await click('Continuar')
    await waitFor(() => expect(screen.getByLabelText(/^E-mail/).getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByText('Passo 2 de 2')).toBeNull()
    await toSecondStep()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Nome da empresa/))
    expect(await axeFaults()).toEqual([])
    await click('Concluir instalação')
    await waitFor(() => expect(screen.getByLabelText(/^Nome da empresa/).getAttribute('aria-invalid')).toBe('true'))
    await fillSecondStep()
    await click('Voltar')
    expect((screen.getByLabelText(/^Nome/) as HTMLInputElement).value).toBe('Olga')
    await click('Continuar')
    await screen.findByText('Passo 2 de 2')
    await click('Concluir instalação')
    await waitFor(() => expect(router.state.location.href).toBe('/login?signedUp=true'))
    expect(backend.calls.filter(({ path }) => path === '/setup').map(({ body }) => body)).toEqual([
      {
        token: 'abc',
        super: { name: 'Olga', email: 'olga@exemplo.com.br', password: 'uma boa senha' },
        company: {
          name: 'Padaria Aurora',
          admin: { name: 'Ana', email: 'ana@exemplo.com.br', password: 'outra boa senha' },
        },
      },
    ])
  })

  it('shows a refused field where it is, in the step it belongs to', async () => {
    const refuse = (path: string) =>
      backend.on(setup.setUp, () => ({
        status: 409,
        body: { error: 'ERR_EMAIL_ALREADY_EXISTS', details: [{ path, code: 'ERR_EMAIL_ALREADY_EXISTS' }] },
      }))
    await renderScreen('/setup', <SetupScreen token="abc" />)
    await screen.findByText('Passo 1 de 2')
    await toSecondStep()
    await fillSecondStep()
    refuse('company.admin.email')
    await click('Concluir instalação')
    expect((await screen.findByRole('alert')).textContent).toBe('Já existe um usuário com este e-mail.')
    expect(screen.getByText('Passo 2 de 2')).toBeTruthy()
    refuse('super.email')
    await click('Concluir instalação')
    await screen.findByText('Passo 1 de 2')
    expect((await screen.findByRole('alert')).textContent).toBe('Já existe um usuário com este e-mail.')
    expect(await axeFaults()).toEqual([])
  })

  it.each([
    ['ERR_SETUP_EXPIRED', /expirou/, /Reinicie o Balcão no servidor/],
    ['ERR_SETUP_TOKEN', /não vale/, /Reinicie o Balcão no servidor/],
  ])('says of a link that is over what to do (%s)', async (error, why, what) => {
    backend.on(setup.look, () => ({ status: 422, body: { error } }))
    await renderScreen('/setup', <SetupScreen token="abc" />)
    expect((await screen.findByRole('alert')).textContent).toMatch(why)
    expect(screen.getByText(what)).toBeTruthy()
    expect(screen.queryByLabelText(/^Nome/)).toBeNull()
    expect(await axeFaults()).toEqual([])
  })

  it('leads to the sign-in where somebody was faster, also at the end', async () => {
    backend.on(setup.setUp, () => ({ status: 409, body: { error: 'ERR_SETUP_DONE' } }))
    await renderScreen('/setup', <SetupScreen token="abc" />)
    await screen.findByText('Passo 1 de 2')
    await toSecondStep()
    await fillSecondStep()
    await click('Concluir instalação')
    expect((await screen.findByRole('link', { name: 'Ir para a entrada' })).getAttribute('href')).toBe('/login')
  })

  it('asks again where the server did not answer, and for the whole link where it has no token', async () => {
    backend.on(setup.look, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    const { unmount } = await renderScreen('/setup', <SetupScreen token="abc" />)
    await screen.findByRole('alert')
    backend.on(setup.look, () => ({ body: { goodUntil: '2026-11-28T12:00:00.000Z' } }))
    await click('Tentar de novo')
    await screen.findByText('Passo 1 de 2')
    unmount()
    const calls = backend.calls.length
    await renderScreen('/setup', <SetupScreen token="" />)
    await screen.findByText(/Abra o link inteiro/)
    expect(backend.calls.length).toBe(calls)
  })

  it('speaks the language of the browser, unless another was chosen', async () => {
    const prefer = (...tags: string[]) =>
      Object.defineProperty(navigator, 'languages', { value: tags, configurable: true })
    localStorage.removeItem('balcao.language')
    await startI18n('pt')
    prefer('fr', 'es-MX', 'en')
    await prepareSetup()
    expect([currentLanguage(), document.documentElement.lang]).toEqual(['es', 'es'])
    prefer('en')
    await prepareSetup()
    expect(currentLanguage()).toBe('es')
  })
})
