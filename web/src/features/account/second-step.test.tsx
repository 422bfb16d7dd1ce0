// @vitest-environment jsdom
import { signInSteps } from '@balcao/shared/api/account/second-factor.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken, session } from '#/lib/session.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { SecondStep } from './second-step.tsx'

const CODES = ['AAAA-BBBB-CCCC-DDD2', 'AAAA-BBBB-CCCC-DDD3']

let backend: Awaited<ReturnType<typeof startBackend>>
const onDone = vi.fn()
const onBack = vi.fn()
beforeEach(async () => {
  backend = await startBackend()
  onDone.mockReset()
  onBack.mockReset()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

async function open(kind: 'code' | 'setup') {
  await renderScreen('/login', <SecondStep step={{ kind, token: 'step' }} onDone={onDone} onBack={onBack} />)
  session.set({ state: 'out' })
}
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the second step of a sign-in', () => {
  it('takes a code, says what is wrong with it, and signs in', async () => {
    await open('code')
    await screen.findByRole('heading', { name: 'Confirme que é você' })
    expect(await axeFaults()).toEqual([])
    await click('Entrar')
    expect(backend.calls).toEqual([])
    backend.on(signInSteps.enter, () => ({ status: 422, body: { error: 'ERR_SECOND_FACTOR_CODE' } }))
    await userEvent.type(screen.getByLabelText(/^Código do aplicativo ou de recuperação/), '000000')
    await click('Entrar')
    expect((await screen.findByRole('alert')).textContent).toContain('O código não confere')
    expect(await axeFaults()).toEqual([])
    backend.on(signInSteps.enter, () => ({ body: { token: 'in', user: sessionUser() } }))
    await click('Entrar')
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect([accessToken(), backend.calls.at(-1)?.body]).toEqual(['in', { token: 'step', code: '000000' }])
  })

  it.each(['code', 'setup'] as const)('leads back to the password when its time is over (%s)', async kind => {
    const over = () => ({ status: 401, body: { error: 'ERR_SECOND_FACTOR_TOKEN' } })
    backend.on(signInSteps.enter, over)
    backend.on(signInSteps.confirm, over)
    backend.on(signInSteps.begin, () => ({ body: { secret: 'ABCD', uri: 'otpauth://totp/x?secret=ABCD' } }))
    await open(kind)
    await userEvent.type(await screen.findByLabelText(/^Código do aplicativo/), '123456')
    await click(kind === 'code' ? 'Entrar' : 'Confirmar')
    await waitFor(() =>
      expect(onBack).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_SECOND_FACTOR_TOKEN' })),
    )
    expect(onDone).not.toHaveBeenCalled()
  })

  it('sets up what the company requires: one key, however often it is drawn, then the recovery codes, then in', async () => {
    backend.on(signInSteps.begin, () => ({ body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } }))
    backend.on(signInSteps.confirm, () => ({ body: { token: 'in', user: sessionUser(), recoveryCodes: CODES } }))
    await open('setup')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Ou digite esta chave')).value).toBe('ABCD EFGH')
    expect(screen.getByTitle('QR code da chave')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
    window.dispatchEvent(new Event('focus'))
    await userEvent.type(screen.getByLabelText(/^Código do aplicativo/), '123456')
    await click('Confirmar')
    const list = await screen.findByRole('list', { name: 'Códigos de recuperação' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(await axeFaults()).toEqual([])
    expect([onDone.mock.calls.length, accessToken()]).toEqual([0, 'in'])
    await click('Já guardei')
    expect(onDone).toHaveBeenCalledOnce()
    expect(backend.calls.map(({ path }) => path)).toEqual([
      '/auth/second-factor/setup',
      '/auth/second-factor/setup/confirm',
    ])
  })

  it('says that the key cannot be had, tries again, and leads back when one wants to', async () => {
    backend.on(signInSteps.begin, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    await open('setup')
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(await axeFaults()).toEqual([])
    backend.on(signInSteps.begin, () => ({ body: { secret: 'ABCD', uri: 'otpauth://totp/x?secret=ABCD' } }))
    await userEvent.click(retry)
    await screen.findByLabelText('Ou digite esta chave')
    await click('Voltar')
    expect(onBack).toHaveBeenCalledWith(null)
  })
})
