// @vitest-environment jsdom
import { firstSteps } from '@balcao/shared/api/company/first-steps.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { currentUser } from '#/lib/session.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { LazyFirstSteps } from './public/lazy-first-steps.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const STEPS = { connection: true, colleague: false, queue: false, message: false }
const admin = (shown: boolean, changes = {}) => {
  const user = sessionUser(changes)
  return { ...user, company: { ...user.company, firstSteps: shown } }
}

describe('the first steps', () => {
  it('tick themselves off as something happens, and are dismissed for good', async () => {
    let steps = STEPS
    backend.on(firstSteps.get, () => ({ body: steps }))
    backend.on(firstSteps.dismiss, () => ({ status: 204 }))
    await renderScreen('/x', <LazyFirstSteps instead="nothing yet" />, admin(true))
    expect(await screen.findByText('1 de 4')).toBeTruthy()
    const link = screen.getByText('Adicione uma fila').closest('a')!
    expect([link.getAttribute('href'), within(link).getByText('a fazer')]).toEqual(['/queues', expect.anything()])
    steps = { ...STEPS, queue: true }
    applyEvent(queryClient, { channel: 'queue', payload: { action: 'delete', queueId: 'x' } } as never)
    expect(await screen.findByText('2 de 4')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Dispensar' }))
    expect(await screen.findByText('nothing yet')).toBeTruthy()
    expect(currentUser()?.company.firstSteps).toBe(false)
    expect(backend.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('end by themselves with the last one', async () => {
    let steps = { ...STEPS, queue: true, colleague: true }
    backend.on(firstSteps.get, () => ({ body: steps }))
    await renderScreen('/x', <LazyFirstSteps instead="the screen" />, admin(true))
    expect(await screen.findByText('3 de 4')).toBeTruthy()
    steps = { ...steps, message: true }
    applyEvent(queryClient, { channel: 'queue', payload: { action: 'delete', queueId: 'x' } } as never)
    expect(await screen.findByText('the screen')).toBeTruthy()
    expect(currentUser()?.company.firstSteps).toBe(false)
    expect(await screen.findByText(/Tudo pronto/)).toBeTruthy()
  })

  it('are asked for by nobody but admins, and by them only while they are of interest', async () => {
    for (const user of [
      admin(true, { profile: 'user' as const }),
      admin(true, { profile: 'user' as const, super: true }),
      admin(false),
    ]) {
      await renderScreen('/x', <LazyFirstSteps instead="nothing yet" />, user)
      await screen.findByText('nothing yet')
      cleanup()
    }
    expect(backend.calls).toEqual([])
  })
})
