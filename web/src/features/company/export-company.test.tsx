// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleJob } from '#/testing/sample-job.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ExportCompany } from './export-company.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let running: Job[]
beforeEach(async () => {
  backend = await startBackend()
  running = []
  backend.on(jobs.list, () => ({ body: { jobs: running, hasMore: false, nextCursor: null } }))
  await loadTexts('company', 'jobs')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const open = () => renderScreen('/settings', <ExportCompany />)
const action = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Exporta/ })

describe('the export of a company', () => {
  it('begins, says where the file comes, and how far it is', async () => {
    backend.on(companies.export, () => {
      running = [sampleJob({ kind: 'companyExport', done: 1200 })]
      return { status: 202, body: { jobId: newId() } }
    })
    await open()
    expect(await axeFaults()).toEqual([])
    await userEvent.click(await action())
    expect(await screen.findByText(/^Exportação iniciada/)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Exportando… 1.200 itens' })).toBeTruthy()
    // One at a time.
    await userEvent.click(await action())
    expect(backend.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(await axeFaults()).toEqual([])
  })

  it('is offered again when it is refused, and when another job is under way', async () => {
    running = [sampleJob({ kind: 'contactsExport' })]
    backend.on(companies.export, () => ({ status: 500, body: { error: 'ERR_INTERNAL', requestId: 'req-7' } }))
    await open()
    await userEvent.click(await action())
    expect(await screen.findByText('Algo falhou do nosso lado. Tente de novo.')).toBeTruthy()
    expect((await action()).textContent).toBe('Exportar dados da empresa')
  })

  it('is not there while somebody supports the company', async () => {
    const support = { id: newId(), name: 'Rita', until: new Date().toISOString() }
    await renderScreen('/settings', <ExportCompany />, sessionUser({ support }))
    expect(screen.queryByRole('button', { name: /^Exporta/ })).toBeNull()
  })
})
