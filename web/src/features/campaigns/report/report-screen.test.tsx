// @vitest-environment jsdom
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { CampaignRecipient, CampaignReport, RecipientState } from '@balcao/shared/entities/campaign.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { countsOf, sampleCampaign, sampleRecipient, sampleReport } from '#/testing/sample-campaign.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { AnnouncedProgress } from './announced-progress.tsx'
import { CampaignReportScreen } from './report-screen.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await backend.stop()
})

function TestScreen({ id }: { id: string }) {
  const [state, setState] = useState<RecipientState | undefined>()
  return <CampaignReportScreen campaignId={id} state={state} onState={setState} />
}

function open(report: CampaignReport, rows: CampaignRecipient[] = []) {
  backend.on(campaigns.report, () => ({ body: report }))
  backend.on(campaigns.shipping, ({ query }) => {
    const state = query.get('state')
    const searched = query.get('searchParam') ?? ''
    const records = rows.filter(row => (!state || row.state === state) && row.name.toLowerCase().startsWith(searched))
    return { body: { records, hasMore: false, nextCursor: null } }
  })
  const { id } = report.campaign
  return renderScreen(`/campaign/${id}/report`, <TestScreen id={id} />)
}

const asked = (path: RegExp) => backend.calls.filter(call => call.method === 'GET' && path.test(call.path)).length
const tell = (report: CampaignReport, recipients: CampaignRecipient[]) =>
  act(() =>
    applyEvent(queryClient, { channel: 'campaignReport', payload: { action: 'update', report, shipping: recipients } }),
  )

const campaign = sampleCampaign()
const begun = sampleReport({
  campaign,
  total: 4,
  valid: 3,
  delivered: 1,
  progress: 33.3,
  counts: countsOf({ waiting: 1, read: 1, failed: 1, invalid: 1 }),
})
const rows = [
  sampleRecipient(campaign.id, 0, {
    name: 'Ana',
    state: 'read',
    sentAt: '2026-11-20T12:00:00.000Z',
    readAt: '2026-11-20T12:02:00.000Z',
    ticketId: newId(),
  }),
  sampleRecipient(campaign.id, 1, { name: 'Bia', state: 'failed', reason: 'ERR_CAMPAIGN_NO_MESSAGE' }),
  sampleRecipient(campaign.id, 2, { name: 'Caio', state: 'invalid' }),
  sampleRecipient(campaign.id, 3, { name: 'Duda' }),
]

describe('the report of a campaign', () => {
  it('tells a pace of one message as one', async () => {
    // A campaign of its own: one that is told of while it loads is read once more, seconds later.
    const own = { ...begun, campaign: sampleCampaign() }
    await open({ ...own, perMinute: 1 }, rows)
    expect(await screen.findByText(/1 mensagem por minuto/)).toBeTruthy()
    tell({ ...own, perMinute: 3 }, [])
    expect(await screen.findByText(/3 mensagens por minuto/)).toBeTruthy()
  })

  it('shows figures, progress and contacts, and follows what is told without asking again', async () => {
    await open(begun, rows)
    expect(await screen.findByRole('heading', { name: 'Volta às aulas' })).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33.3')
    expect(screen.getByText('33,3%')).toBeTruthy()
    const list = await screen.findByRole('list', { name: 'Contatos' })
    expect(within(list).getByText('Falhou')).toBeTruthy()
    expect(within(list).getByRole('link', { name: 'Abrir o atendimento de Ana' })).toBeTruthy()
    const calls = backend.calls.length
    tell(
      {
        ...begun,
        counts: countsOf({ delivered: 1, read: 1, failed: 1, invalid: 1 }),
        delivered: 2,
        progress: 66.7,
        updatedAt: '2026-11-20T12:05:00.000Z',
      },
      [{ ...rows[3]!, state: 'delivered', updatedAt: '2026-11-20T12:05:00.000Z' }],
    )
    expect(await screen.findByText('66,7%')).toBeTruthy()
    expect(within(list).getByText('Entregue')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Na fila 0' })).toBeTruthy()
    expect(backend.calls).toHaveLength(calls)
  })

  it('filters by state and by how a name begins', async () => {
    await open(begun, rows)
    await userEvent.click(await screen.findByRole('button', { name: 'Falhou 1' }))
    const list = await screen.findByRole('list', { name: 'Contatos' })
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    expect(within(list).getByText('Bia')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Lida 1' }))
    expect(await screen.findByText('Ana')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Respondida 0' }))
    expect(await screen.findByText('Nenhum contato com este status')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar todos' }))
    await userEvent.type(await screen.findByRole('searchbox'), 'ca')
    await waitFor(() => expect(screen.queryByText('Ana')).toBeNull())
    expect(screen.getByText('Caio')).toBeTruthy()
  })

  it.each([
    [{ wait: 'connection' }, 'A conexão Loja está fora do ar. O envio continua sozinho quando ela voltar.'],
    [{ wait: 'hours', waitUntil: '2026-11-21T11:00:00.000Z' }, 'Fora do horário: volta amanhã às 08:00'],
    [{ wait: 'dailyLimit', waitUntil: '2026-11-22T11:00:00.000Z' }, /volta em 22\/11\/2026 às 08:00/],
    [{ wait: 'plan' }, /não estão liberadas/],
    [{ estimatedEnd: '2026-11-20T20:40:00.000Z' }, /Termina hoje por volta das 17:40/],
  ] as [Partial<CampaignReport>, string | RegExp][])('says what comes: %o', async (changes, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00.000Z') })
    await open({ ...begun, ...changes }, rows)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('goes on though many failed, once that was confirmed', async () => {
    await open({ ...begun, wait: 'failures' }, rows)
    backend.on(campaigns.restart, () => ({ body: campaign }))
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar mesmo assim' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Continuar' }))
    await waitFor(() =>
      expect(backend.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
        `/campaigns/${campaign.id}/restart`,
      ]),
    )
  })

  it('goes on only after the server has stopped it', async () => {
    await open({ ...begun, campaign: { ...campaign, status: 'EM_ANDAMENTO' } })
    const asked = () =>
      backend.calls.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))
    const canceled = Promise.withResolvers<void>()
    backend.on(campaigns.cancel, async () => {
      await canceled.promise
      return { body: { ...campaign, status: 'CANCELADA' } }
    })
    const restarted = Promise.withResolvers<void>()
    backend.on(campaigns.restart, async () => {
      await restarted.promise
      return { body: { ...campaign, status: 'EM_ANDAMENTO' } }
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Cancelar / }))
    await userEvent.click(await screen.findByRole('button', { name: /^Continuar / }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Continuar' }))
    await screen.findByText('Em Andamento')
    expect(asked()).toEqual(['cancel'])
    canceled.resolve()
    await waitFor(() => expect(asked()).toEqual(['cancel', 'restart']))
    // The earlier answer does not show over the later move.
    expect(screen.getByText('Em Andamento')).toBeTruthy()
    restarted.resolve()
    expect(await screen.findByText(/ em andamento$/)).toBeTruthy()
    expect(screen.getByText('Em Andamento')).toBeTruthy()
  })

  it('is read once more five seconds after its end', async () => {
    await open(begun, rows)
    await screen.findByText('Ana')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const calls = asked(/report$/)
    const finished = { ...campaign, status: 'FINALIZADA' as const, completedAt: '2026-11-20T12:06:00.000Z' }
    tell({ ...begun, campaign: finished, updatedAt: '2026-11-20T12:06:00.000Z' }, [])
    await act(() => vi.advanceTimersByTimeAsync(4900))
    expect(asked(/report$/)).toBe(calls)
    await act(() => vi.advanceTimersByTimeAsync(200))
    vi.useRealTimers()
    await waitFor(() => expect(asked(/report$/)).toBe(calls + 1))
    await waitFor(() => expect(asked(/shipping$/)).toBe(2))
  })

  it('of one that has not begun says when it does; of one that is gone that it is', async () => {
    await open({ ...begun, campaign: { ...campaign, status: 'INATIVA' } })
    expect(await screen.findByText('Esta campanha ainda não começou')).toBeTruthy()
    cleanup()
    backend.on(campaigns.report, () => ({ status: 404, body: { error: 'ERR_NO_CAMPAIGN_FOUND' } }))
    await renderScreen('/gone', <TestScreen id={newId()} />)
    expect(await screen.findByText('Esta campanha não existe mais')).toBeTruthy()
  })
})

describe('progress for who hears it', () => {
  it('is said at most every ten seconds, the last of it too', async () => {
    const { render } = await import('@testing-library/react')
    vi.useFakeTimers()
    const { rerender } = render(<AnnouncedProgress text="10 %" />)
    const said = () => screen.getByRole('status').textContent
    rerender(<AnnouncedProgress text="11 %" />)
    await act(() => vi.advanceTimersByTimeAsync(9000))
    rerender(<AnnouncedProgress text="12 %" />)
    expect(said()).toBe('')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(said()).toBe('12 %')
    rerender(<AnnouncedProgress text="13 %" />)
    await act(() => vi.advanceTimersByTimeAsync(9900))
    expect(said()).toBe('12 %')
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(said()).toBe('13 %')
  })
})
