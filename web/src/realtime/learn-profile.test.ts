// @vitest-environment jsdom
import { auth } from '@balcao/shared/api/account/auth.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentUser, session } from '#/lib/session.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { applyEvent } from './apply-event.ts'
import { learnProfile } from './learn-profile.ts'

const user = sessionUser()
const withRating = (value: string) => ({
  ...user,
  company: { ...user.company, settings: [{ key: 'userRating', value }] },
})
const rating = () => currentUser()?.company.settings.find(({ key }) => key === 'userRating')?.value

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  session.set({ state: 'in', token: 'token', user: withRating('disabled') })
})
afterEach(() => backend.stop())

it('takes up what changed before the socket was there', async () => {
  backend.on(auth.me, () => ({ body: withRating('enabled') }))
  await learnProfile()
  expect(rating()).toBe('enabled')
})

it('asks again when something was told while the answer was on its way', async () => {
  const answers = ['disabled', 'enabled']
  backend.on(auth.me, () => {
    if (answers.length === 2) {
      const payload = { action: 'update' as const, setting: { key: 'userRating', value: 'enabled' } }
      applyEvent(new QueryClient(), { channel: 'settings', payload })
    }
    return { body: withRating(answers.shift()!) }
  })
  await learnProfile()
  expect([rating(), answers]).toEqual(['enabled', []])
})

it('leaves the finished first steps on screen, which the server has ended', async () => {
  const withSteps = (firstSteps: boolean) => ({ ...user, company: { ...user.company, firstSteps } })
  session.set({ state: 'in', token: 'token', user: withSteps(true) })
  backend.on(auth.me, () => ({ body: withSteps(false) }))
  await learnProfile()
  expect(currentUser()?.company.firstSteps).toBe(true)
})
