// @vitest-environment jsdom
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { applyJob } from '#/realtime/job-list.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleJob } from '#/testing/sample-job.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { DuplicatesScreen } from './duplicates-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
const found = (pairs: unknown[]) =>
  backend.on(contacts.pairs, () => ({ body: { pairs, hasMore: false, nextCursor: null } }))

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('shows what a search has found once it has ended', async () => {
  const job = sampleJob({ kind: 'duplicateSearch' })
  found([])
  backend.on(contacts.findDuplicates, () => ({ status: 202, body: { jobId: job.id } }))
  backend.on(jobs.get, () => ({ body: job }))
  await renderScreen('/contacts/duplicates', <DuplicatesScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Buscar duplicados' }))
  const { queryKey } = apiQuery(jobs.get, { params: { id: job.id } })
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeTruthy())
  const both = [sampleContact({ name: 'Ana Prado' }), sampleContact({ name: 'Ana P.' })]
  found([{ id: 'pair', contacts: both, reasons: ['number'] }])
  act(() => applyJob(queryClient, { ...job, status: 'done', updatedAt: '2026-03-10T12:05:00.000Z' }))
  expect(await screen.findByText('Ana Prado')).toBeTruthy()
})
