// @vitest-environment jsdom
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { UsersScreen } from './users-screen.tsx'

it('marks who keeps the catalogue; of admins their profile says it', async () => {
  const backend = await startBackend()
  const { company: _, ...me } = sessionUser({ name: 'Maria' })
  const of = (name: string, changes: object) => ({ ...me, id: newId(), name, ...changes })
  const rows = [
    of('Ana', { profile: 'user', permissions: ['catalog'] }),
    of('Bruno', { profile: 'supervisor' }),
    of('Carla', { permissions: ['catalog'] }),
  ]
  backend.on(invitations.list, () => ({ body: [] }))
  backend.on(users.list, () => ({ body: { users: rows, count: 3, hasMore: false, nextCursor: null } }))
  await renderScreen('/users', <UsersScreen />)
  const marked = await screen.findAllByText('Catálogo')
  expect(marked).toHaveLength(1)
  expect(marked[0]!.closest('button')!.textContent).toContain('Ana')
  cleanup()
  await backend.stop()
})
