import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { CampaignRecipient, RecipientState } from '@balcao/shared/entities/campaign.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { sampleRecipient, sampleReport } from '#/testing/sample-campaign.ts'
import { applyReport, isSearched } from './campaign-report.ts'

const report = sampleReport()
const { id } = report.campaign
const rows = [0, 1, 2, 3, 4].map(place => sampleRecipient(id, place))
const moved = (place: number, changes: Partial<CampaignRecipient>): CampaignRecipient => ({
  ...rows[place]!,
  updatedAt: '2026-11-20T12:00:01.000Z',
  ...changes,
})

/** Returns a cache with one list: its query, its pages by index, and whether there are more. */
function list(pages: number[][], { state, searchParam = '', hasMore = false, of = id } = {} as ListOf) {
  const client = new QueryClient()
  const key = queryKey(campaigns.shipping, { params: { id: of }, query: { searchParam, ...(state ? { state } : {}) } })
  client.setQueryData(key, {
    pages: pages.map((places, i) => ({
      records: places.map(place => rows[place]!),
      hasMore: hasMore || i < pages.length - 1,
      nextCursor: null,
    })),
    pageParams: pages.map(() => null),
  })
  return {
    apply: (recipients: CampaignRecipient[]) => applyReport(client, { action: 'update', report, shipping: recipients }),
    shown: () =>
      (client.getQueryData(key) as { pages: { records: CampaignRecipient[] }[] }).pages.map(({ records }) =>
        records.map(({ place, state: now }) => `${place} ${now}`),
      ),
  }
}
type ListOf = { state?: RecipientState; searchParam?: string; hasMore?: boolean; of?: string }

describe('what is told of a report', () => {
  it('changes a contact where it stands, unless that is older than what is known', () => {
    const { apply, shown } = list([[0, 1], [2]])
    apply([moved(1, { state: 'sent' }), moved(2, { state: 'failed', updatedAt: '2026-11-20T11:00:00.000Z' })])
    expect(shown()).toEqual([['0 waiting', '1 sent'], ['2 waiting']])
  })

  it('takes a contact out of a list it is no longer in, and puts it at its place in one it joins', () => {
    const waiting = list([[0, 2], [3]], { state: 'waiting' })
    waiting.apply([moved(2, { state: 'sent' }), moved(1, { state: 'waiting' })])
    expect(waiting.shown()).toEqual([['0 waiting'], ['1 waiting', '3 waiting']])
  })

  it('leaves who lies behind what was fetched to the page it comes with', () => {
    const more = list([[0, 1]], { hasMore: true })
    more.apply([moved(4, { state: 'sent' })])
    expect(more.shown()).toEqual([['0 waiting', '1 waiting']])
    const whole = list([[0, 1]])
    whole.apply([moved(4, { state: 'sent' })])
    expect(whole.shown()).toEqual([['0 waiting', '1 waiting', '4 sent']])
  })

  it('goes by what was searched for, and by the campaign', () => {
    const found = list([[0]], { searchParam: 'contato 0' })
    found.apply([moved(0, { state: 'read' }), moved(1, { state: 'read' })])
    expect(found.shown()).toEqual([['0 read']])
    const other = list([[0]], { of: 'another' })
    other.apply([moved(0, { state: 'read' })])
    expect(other.shown()).toEqual([['0 waiting']])
  })

  it('is a report that is later than the one that is known', () => {
    const client = new QueryClient()
    const key = queryKey(campaigns.report, { params: { id } })
    const said = (total: number, updatedAt: string) =>
      applyReport(client, { action: 'update', report: { ...report, total, updatedAt }, shipping: [] })
    said(2, '2026-11-20T12:00:02.000Z')
    said(1, '2026-11-20T12:00:01.000Z')
    expect(client.getQueryData(key)).toMatchObject({ total: 2 })
  })

  it.each([
    ['éva', true],
    ['lima', false],
    ['+55 (11) 98', true],
    ['1198', true],
    ['98', false],
    ['', true],
  ])('finds by how a name or a number begins: %s', (text, found) => {
    expect(isSearched({ name: 'Eva Lima', number: '5511987650000' }, text)).toBe(found)
  })
})
