// @vitest-environment jsdom
import { notices } from '@balcao/shared/api/company/notices.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { useHasNotice, useReadNotices } from './unread-notices.ts'

const ticketId = newId()
let backend: Awaited<ReturnType<typeof startBackend>>
const called = (method: string) => backend.calls.filter(call => call.method === method)

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

function Conversation() {
  useReadNotices(ticketId)
  return useHasNotice(ticketId) ? 'unread' : 'nothing'
}

it('asks once to mark what was looked at as read, also where that is refused', async () => {
  const unread = [{ id: newId(), ticketId }]
  backend.on(notices.unread, () => ({ body: { unread } }))
  backend.on(notices.read, () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }))
  await renderScreen('/inbox', <Conversation />)
  // The refusal reads again what is unread, and shows it again.
  await waitFor(() => expect(called('GET').length).toBeGreaterThan(1))
  expect(await screen.findByText('unread')).toBeTruthy()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(called('POST').map(({ body }) => body)).toEqual([{ ids: [unread[0]!.id] }])

  // A further one is another matter.
  unread.push({ id: newId(), ticketId })
  await queryClient.invalidateQueries({ queryKey: ['notices'] })
  await waitFor(() => expect(called('POST')).toHaveLength(2))
})
