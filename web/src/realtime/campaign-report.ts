/** What a campaign's report shows follows from what is told, contact by contact: it is never read anew because something was sent. */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/contract/route.ts'
import type { Campaign, CampaignReport, Shipping, ShippingState } from '@balcao/shared/entities/campaign.ts'
import type { Payload } from '@balcao/shared/events/realtime.ts'
import { foldName } from '@balcao/shared/rules/fold-name.ts'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'

type Page = ResultOf<typeof campaigns.shipping>
type Pages = InfiniteData<Page>

/** What a list of contacts was asked for. */
type Asked = { params: { id: string }; query: { searchParam: string; state?: ShippingState } }

const askedOf = ({ queryKey: [, , args] }: Query) => args as Asked | undefined

/** Whether a contact is one that was searched for: its name, or its number with or without the country, begins so. */
export function isSearched({ name, number }: Pick<Shipping, 'name' | 'number'>, searchParam: string): boolean {
  const digits = /\p{L}/u.test(searchParam) ? '' : searchParam.replace(/\D/g, '')
  return (
    foldName(name).startsWith(foldName(searchParam)) ||
    (digits !== '' && (number.startsWith(digits) || number.startsWith(`55${digits}`)))
  )
}

/** Of two copies of a report the later counts: an answer may have been on its way while something was told. */
export const laterReport = (known: unknown, next: unknown): unknown =>
  known && (known as CampaignReport).updatedAt > (next as CampaignReport).updatedAt ? known : next

/** Carries a campaign as it is now into its report, whose figures follow. */
export const applyToReport = (client: QueryClient, campaign: Campaign) =>
  client.setQueryData<CampaignReport>(
    queryKey(campaigns.report, { params: { id: campaign.id } }),
    known => known && { ...known, campaign },
  )

/** Carries a report into the cache; of two copies the later counts. */
export function applyReport(client: QueryClient, { report, shipping, reload }: Payload<'campaignReport'>) {
  const { id } = report.campaign
  client.setQueryData<CampaignReport>(
    queryKey(campaigns.report, { params: { id } }),
    known => laterReport(known, report) as CampaignReport,
  )
  for (const query of client.getQueryCache().findAll({ queryKey: queryKey(campaigns.shipping) })) {
    const asked = askedOf(query)
    if (asked?.params.id !== id) continue
    client.setQueryData<Pages>(query.queryKey, data => data && changed(data, shipping, asked.query))
    // An answer on its way may have been read before this.
    if (reload || query.state.fetchStatus === 'fetching') refetchSoon(client, id)
  }
}

/** The pages with the contacts as they are now: in their places, in or out as the list's question has it. */
function changed(data: Pages, rows: readonly Shipping[], { searchParam, state }: Asked['query']): Pages {
  let { pages } = data
  for (const row of rows) {
    const known = pages.flatMap(page => page.records).find(({ id }) => id === row.id)
    if (known && known.updatedAt > row.updatedAt) continue
    const belongs = (!state || row.state === state) && isSearched(row, searchParam)
    if (known && belongs) pages = each(pages, records => records.map(other => (other.id === row.id ? row : other)))
    else if (known) pages = each(pages, records => records.filter(({ id }) => id !== row.id))
    else if (belongs) pages = entered(pages, row, searchParam !== '')
  }
  return pages === data.pages ? data : { ...data, pages }
}

const each = (pages: readonly Page[], change: (records: Shipping[]) => Shipping[]): Page[] =>
  pages.map(page => ({ ...page, records: change(page.records) }))

/**
 * With a contact that joins the list, at its place in the order, or behind those that were searched for. What lies behind what was
 * fetched comes with its page.
 */
function entered(pages: Page[], row: Shipping, searched: boolean): Page[] {
  const behind = searched ? -1 : pages.findIndex(({ records }) => records.some(({ place }) => place > row.place))
  if (behind === -1 && pages.at(-1)?.hasMore !== false) return pages
  const at = behind === -1 ? pages.length - 1 : behind
  return pages.map((page, index) => {
    if (index !== at) return page
    const before = behind === -1 ? page.records.length : page.records.findIndex(({ place }) => place > row.place)
    return { ...page, records: page.records.toSpliced(before, 0, row) }
  })
}

/** Between two readings of contacts, when so many change that events do not name them. */
const RELOAD_MS = 4000
const reloads = new Map<string, ReturnType<typeof setTimeout>>()

function refetchSoon(client: QueryClient, id: string) {
  if (reloads.has(id)) return
  const timer = setTimeout(() => {
    reloads.delete(id)
    refetchShipping(client, id)
  }, RELOAD_MS)
  reloads.set(id, timer)
}

/** Reads the contacts of a campaign anew that are on screen; others when they are shown. */
export function refetchShipping(client: QueryClient, id: string) {
  void client.invalidateQueries({
    queryKey: queryKey(campaigns.shipping),
    predicate: query => askedOf(query)?.params.id === id,
  })
}
