/**
 * Keeps a campaign's report current from realtime events, recipient by recipient: a sent message
 * never makes the browser read the report again.
 */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Campaign, CampaignRecipient, CampaignReport, RecipientState } from '@balcao/shared/entities/campaign.ts'
import type { Payload } from '@balcao/shared/events/realtime.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { readAgain } from '#/lib/apply-list-event.ts'

type Page = ResultOf<typeof campaigns.shipping>
type Pages = InfiniteData<Page>

/** Parameters of a cached list of recipients. */
type Asked = { params: { id: string }; query: { searchParam: string; state?: RecipientState } }

const askedOf = ({ queryKey: [, , args] }: Query) => args as Asked | undefined

/**
 * Returns whether a recipient matches the search: the name begins with the text, or the number
 * does, with or without the country code.
 */
export function isSearched({ name, number }: Pick<CampaignRecipient, 'name' | 'number'>, searchParam: string): boolean {
  const digits = /\p{L}/u.test(searchParam) ? '' : searchParam.replace(/\D/g, '')
  return (
    normalizeName(name).startsWith(normalizeName(searchParam)) ||
    (digits !== '' && (number.startsWith(digits) || number.startsWith(`55${digits}`)))
  )
}

/**
 * Returns the later of two copies of a report: an event may have arrived while an answer was on its
 * way.
 */
export const laterReport = (known: unknown, next: unknown): unknown =>
  known && (known as CampaignReport).updatedAt > (next as CampaignReport).updatedAt ? known : next

/** Applies a changed campaign to its cached report, whose figures follow from it. */
export const applyToReport = (client: QueryClient, campaign: Campaign) =>
  client.setQueryData<CampaignReport>(
    queryKey(campaigns.report, { params: { id: campaign.id } }),
    known => known && { ...known, campaign },
  )

/** Applies a report to the cache; the later of two copies wins. */
export function applyReport(client: QueryClient, { report, shipping: recipients, reload }: Payload<'campaignReport'>) {
  const { id } = report.campaign
  client.setQueryData<CampaignReport>(
    queryKey(campaigns.report, { params: { id } }),
    known => laterReport(known, report) as CampaignReport,
  )
  for (const query of client.getQueryCache().findAll({ queryKey: queryKey(campaigns.shipping) })) {
    const asked = askedOf(query)
    if (asked?.params.id !== id) continue
    client.setQueryData<Pages>(query.queryKey, data => data && changed(data, recipients, asked.query))
    // An answer still on its way may have been read before this event.
    if (reload || query.state.fetchStatus === 'fetching') refetchSoon(client, id)
  }
}

/**
 * Returns the pages with the changed recipients: updated in place, added or removed according to
 * the list's search and state.
 */
function changed(data: Pages, rows: readonly CampaignRecipient[], { searchParam, state }: Asked['query']): Pages {
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

const each = (pages: readonly Page[], change: (records: CampaignRecipient[]) => CampaignRecipient[]): Page[] =>
  pages.map(page => ({ ...page, records: change(page.records) }))

/**
 * Returns the pages with a recipient that joins the list, at its place in the order, or after the
 * search results. Rows after the last loaded page come with their own page.
 */
function entered(pages: Page[], row: CampaignRecipient, searched: boolean): Page[] {
  const behind = searched ? -1 : pages.findIndex(({ records }) => records.some(({ place }) => place > row.place))
  if (behind === -1 && pages.at(-1)?.hasMore !== false) return pages
  const at = behind === -1 ? pages.length - 1 : behind
  return pages.map((page, index) => {
    if (index !== at) return page
    const before = behind === -1 ? page.records.length : page.records.findIndex(({ place }) => place > row.place)
    return { ...page, records: page.records.toSpliced(before, 0, row) }
  })
}

/**
 * Minimum time between two reads of the recipients, ms, when so many change that events do not name
 * them.
 */
const RELOAD_MS = 4000
const reloads = new Map<string, ReturnType<typeof setTimeout>>()

function refetchSoon(client: QueryClient, id: string) {
  if (reloads.has(id)) return
  const timer = setTimeout(() => {
    reloads.delete(id)
    refetchRecipients(client, id)
  }, RELOAD_MS)
  reloads.set(id, timer)
}

/**
 * Fetches the recipients of a campaign again where they are on screen; other lists are fetched when
 * they are shown.
 */
export function refetchRecipients(client: QueryClient, id: string) {
  readAgain(client, {
    queryKey: queryKey(campaigns.shipping),
    predicate: query => askedOf(query)?.params.id === id,
  })
}
