// @vitest-environment jsdom
import { companies } from '@balcao/shared/api/company/companies.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { notices } from '@balcao/shared/api/company/notices.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ContractReminder } from '@balcao/shared/entities/contract.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayOf } from '#/lib/format.ts'
import { changeLanguage, loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleJob } from '#/testing/sample-job.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { Bell } from './bell.tsx'

const me = sessionUser()
const own = (changes: Partial<Job> = {}) => sampleJob({ user: { id: me.id, name: me.name }, ...changes })
const now = () => new Date().toISOString()
const file = (url: string | null) => ({ file: { name: 'contatos.csv', url, until: now() } })

let backend: Awaited<ReturnType<typeof startBackend>>
const listed =
  (rows: Job[], nextCursor: string | null = null) =>
  () => ({ body: { jobs: rows, hasMore: nextCursor !== null, nextCursor } })

beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  backend.on(notices.list, () => ({ body: { notices: [], hasMore: false, nextCursor: null } }))
  backend.on(notices.unread, () => ({ body: { unread: [] } }))
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  onlineManager.setOnline(true)
  await backend.stop()
})

async function open(): Promise<HTMLElement> {
  await renderScreen('/contacts', <Bell />, me)
  await loadTexts('tickets')
  await userEvent.click(await screen.findByRole('button', { name: /^Notificações/ }))
  return screen.findByRole('dialog')
}

const hear = (job: Job) => act(() => applyEvent(queryClient, { channel: 'job', payload: { action: 'update', job } }))

describe('the bell', () => {
  it('says what jobs are when there are none', async () => {
    backend.on(jobs.list, listed([]))
    const panel = await open()
    expect(await within(panel).findByText('Exportações e outros trabalhos longos aparecem aqui.')).toBeTruthy()
    expect(within(panel).getByText('Nenhuma mensagem nova')).toBeTruthy()
  })

  it('shows how far a job came, live, and never goes back', async () => {
    const job = own()
    backend.on(jobs.list, listed([job]))
    const panel = await open()
    const bar = await within(panel).findByRole('progressbar', { name: 'Exportação de contatos' })
    expect(bar.getAttribute('aria-valuenow')).toBe('24')
    expect(within(panel).getByText('1.200 / 5.000')).toBeTruthy()
    hear({ ...job, done: 2500, updatedAt: '2026-03-10T12:00:02.000Z' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'))
    hear({ ...job, done: 1800, updatedAt: '2026-03-10T12:00:01.000Z' })
    const [, cached] = queryClient.getQueriesData({ queryKey: queryKey(jobs.list) })[0]!
    expect(cached).toMatchObject({ pages: [{ jobs: [{ done: 2500 }] }] })
    const url = 'https://files.example/contatos.csv'
    hear({ ...job, status: 'done', done: 5000, result: file(url), updatedAt: now() })
    const link = await within(panel).findByRole('link', { name: 'Baixar: Exportação de contatos' })
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([url, 'contatos.csv'])
    expect(within(panel).queryByRole('progressbar')).toBeNull()
  })

  it('has a dot, and a word for who does not see it, until one looks', async () => {
    backend.on(
      jobs.list,
      listed([own({ status: 'done', done: 5000, result: file('https://files.example/a'), updatedAt: now() })]),
    )
    await renderScreen('/contacts', <Bell />, me)
    const bell = await screen.findByRole('button', { name: 'Notificações: há processos terminados' })
    expect(screen.getByText('Exportação de contatos: terminou')).toBeTruthy()
    await userEvent.click(bell)
    await screen.findByRole('link', { name: /^Baixar/ })
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Notificações' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(bell))
  })

  it('has no dot for what others asked for, nor for what one canceled', async () => {
    backend.on(
      jobs.list,
      listed([sampleJob({ status: 'done', updatedAt: now() }), own({ status: 'canceled', updatedAt: now() })]),
    )
    const panel = await open()
    expect(await within(panel).findByText('Pedido por Bia')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Notificações' })).toBeTruthy()
  })

  it('cancels a job by the keyboard', async () => {
    const job = own()
    backend.on(jobs.list, listed([job]))
    backend.on(jobs.cancel, () => ({ body: { ...job, status: 'canceled', updatedAt: now() } }))
    const panel = await open()
    const cancel = await within(panel).findByRole('button', { name: 'Cancelar: Exportação de contatos' })
    act(() => cancel.focus())
    await userEvent.keyboard('{Enter}')
    expect(await within(panel).findByText(/^Processo cancelado, hoje/)).toBeTruthy()
    expect(backend.calls.find(call => call.method === 'DELETE')?.path).toBe(`/jobs/${job.id}`)
  })

  it('offers no way to stop what has to go on, and names it', async () => {
    backend.on(jobs.list, listed([own({ kind: 'contactRemoval', subject: 'Maria', cancelable: false })]))
    const panel = await open()
    expect(await within(panel).findByText('Exclusão de Maria')).toBeTruthy()
    expect(within(panel).queryByRole('button', { name: /^Cancelar/ })).toBeNull()
  })

  it("asks again for what failed or is gone, of one's own, and says until when a file is there", async () => {
    const failed = own({ status: 'failed', error: 'ERR_JOB_FAILED', updatedAt: now() })
    const gone = own({ kind: 'ticketReport', subject: '01/03/2026 - 31/03/2026', status: 'done', result: file(null) })
    const there = own({ status: 'done', result: file('https://files.example/a'), updatedAt: now() })
    const others = sampleJob({ status: 'failed', error: 'ERR_JOB_FAILED', updatedAt: now() })
    const never = own({ kind: 'contactRemoval', subject: 'Zé', status: 'failed', repeatable: false, updatedAt: now() })
    backend.on(jobs.list, listed([failed, gone, there, others, never]))
    backend.on(jobs.repeat, () => ({ status: 202, body: { jobId: failed.id } }))
    const panel = await open()
    const again = await within(panel).findAllByRole('button', { name: /^Pedir de novo/ })
    expect(again.map(button => button.getAttribute('aria-label'))).toEqual([
      'Pedir de novo: Exportação de contatos',
      'Pedir de novo: Relatório, 01/03/2026 - 31/03/2026',
    ])
    expect(within(panel).getByText(/^Disponível até hoje/)).toBeTruthy()
    backend.on(jobs.list, listed([own({ status: 'waiting' }), failed]))
    await userEvent.click(again[0]!)
    expect(await within(panel).findByText('Na fila')).toBeTruthy()
    expect(backend.calls.find(call => call.method === 'POST')?.path).toBe(`/jobs/${failed.id}/repeat`)
  })

  it('says why a job failed, in the language of the reader, and what became of an old file', async () => {
    backend.on(
      jobs.list,
      listed([
        own({ status: 'failed', error: 'ERR_JOB_FAILED', updatedAt: now() }),
        own({ status: 'done', result: file(null), updatedAt: now() }),
      ]),
    )
    const panel = await open()
    expect(await within(panel).findByText(/^O processo falhou várias vezes/)).toBeTruthy()
    expect(within(panel).getByText('O arquivo não está mais disponível. Exporte de novo.')).toBeTruthy()
    expect(within(panel).queryByRole('link')).toBeNull()
    await act(() => changeLanguage('en'))
    expect(await within(panel).findByText(/^The job failed several times/)).toBeTruthy()
    await act(() => changeLanguage('pt'))
  })

  it('shows an error and recovers on retry', async () => {
    backend.on(jobs.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL', requestId: 'req-42' } }))
    const panel = await open()
    const alert = await within(panel).findByRole('alert')
    backend.on(jobs.list, listed([own()]))
    await userEvent.click(within(alert).getByRole('button', { name: 'Tentar de novo' }))
    expect(await within(panel).findByText('Exportação de contatos')).toBeTruthy()
  })

  it('says that there is no network when nothing was ever fetched', async () => {
    onlineManager.setOnline(false)
    const panel = await open()
    // Of jobs and of notices.
    await waitFor(() => expect(within(panel).getAllByRole('alert')).toHaveLength(2))
    expect(backend.calls).toEqual([])
  })

  it('goes on to older ones', async () => {
    const [newer, older] = [
      own({ kind: 'contactRemoval', subject: 'Ana' }),
      own({ kind: 'contactRemoval', subject: 'Zoé' }),
    ]
    backend.on(jobs.list, call => (call.query.get('cursor') === 'next' ? listed([older])() : listed([newer], 'next')()))
    const panel = await open()
    await userEvent.click(await within(panel).findByRole('button', { name: 'Mostrar mais' }))
    expect(await within(panel).findByText('Exclusão de Zoé')).toBeTruthy()
    expect(within(panel).getByText('Exclusão de Ana')).toBeTruthy()
  })

  it('tells of contracts that expire, once, with the way to each, live', async () => {
    const plan = { useContracts: true }
    backend.on(companies.getPlan, () => ({ body: plan as never }))
    backend.on(jobs.list, listed([]))
    const reminder: ContractReminder = {
      id: newId(),
      number: '123',
      customer: { id: newId(), fullName: 'Maria' },
      expiresAt: addDays(dayOf(Date.now()), 7),
      renewal: false,
      days: 7,
      at: now(),
    }
    backend.on(contracts.reminders, () => ({ body: { reminders: [], hasMore: false, nextCursor: null } }))
    await renderScreen('/contacts', <Bell />, me)
    await screen.findByRole('button', { name: 'Notificações' })
    await waitFor(() => expect(backend.calls.some(({ path }) => path === '/contracts/reminders')).toBe(true))
    backend.on(contracts.reminders, () => ({
      body: { reminders: [reminder], hasMore: false, nextCursor: null },
    }))
    act(() => applyEvent(queryClient, { channel: 'contract', payload: { action: 'delete', contractId: newId() } }))
    await userEvent.click(await screen.findByRole('button', { name: 'Notificações: há contratos a vencer' }))
    const link = await within(await screen.findByRole('dialog')).findByRole('link', {
      name: /^Contrato 123 de Maria vence em 7 dias/,
    })
    expect(link.getAttribute('href')).toBe(`/contracts?edit=${reminder.id}`)
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Notificações' })).toBeTruthy()
  })
})
