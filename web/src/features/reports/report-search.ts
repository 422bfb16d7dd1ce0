import { isId } from '@balcao/shared/ids.ts'
import { dayOf } from '#/lib/format.ts'

export const STATUSES = ['open', 'pending', 'closed', 'group'] as const
type Status = (typeof STATUSES)[number]

export const PAGE_SIZES = [5, 10, 20, 50] as const
const PAGE_SIZE = 10

const DAY_MS = 86_400_000

/** Filters of a report, as they are in the address. */
export interface ReportFilters {
  /** Id of a contact, or a text searched in names and numbers. */
  contactId: string
  text: string
  connections: string[]
  status: Status[]
  users: string[]
  queues: string[]
  /** First day, `yyyy-mm-dd`. */
  from: string
  to: string
  rated: boolean
  /** True for tickets that an advertisement or a post brought. */
  fromAd: boolean
}

export interface ReportSearch extends ReportFilters {
  page: number
  size: number
}

const listOf = <T extends string>(value: unknown, fits: (each: string) => boolean): T[] =>
  Array.isArray(value) ? value.filter((each): each is T => typeof each === 'string' && fits(each)) : []
const day = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : otherwise

/** Returns the default filters: the current month so far, and nothing else. */
export function plainFilters(now = Date.now()): ReportFilters {
  const today = dayOf(now)
  return {
    contactId: '',
    text: '',
    connections: [],
    status: [],
    users: [],
    queues: [],
    from: `${today.slice(0, 7)}-01`,
    to: today,
    rated: false,
    fromAd: false,
  }
}

/** Returns the days of the past year until today. */
export const lastYear = (now = Date.now()): Pick<ReportFilters, 'from' | 'to'> => ({
  from: dayOf(now - 365 * DAY_MS),
  to: dayOf(now),
})

/** Reads the filters of an address; invalid values count as absent. */
export function readSearch(given: Record<string, unknown>): ReportSearch {
  const plain = plainFilters()
  const size = Number(given.size)
  const page = Number(given.page)
  return {
    contactId: typeof given.contactId === 'string' && isId(given.contactId) ? given.contactId : '',
    text: given.text === undefined ? '' : String(given.text).slice(0, 200),
    connections: listOf(given.connections, isId),
    status: listOf<Status>(given.status, each => STATUSES.some(status => status === each)),
    users: listOf(given.users, isId),
    queues: listOf(given.queues, isId),
    from: day(given.from, plain.from),
    to: day(given.to, plain.to),
    rated: given.rated === true,
    fromAd: given.fromAd === true,
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    size: PAGE_SIZES.some(each => each === size) ? size : PAGE_SIZE,
  }
}

/** Returns the address of a search, without its default values. */
export function writeSearch(search: ReportSearch): Record<string, unknown> {
  const plain: ReportSearch = { ...plainFilters(), page: 1, size: PAGE_SIZE }
  return Object.fromEntries(
    Object.entries(search).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(plain[key as keyof ReportSearch]),
    ),
  )
}

/** Returns whether any filter but the days is set. */
export const isFiltered = ({
  contactId,
  text,
  connections,
  status,
  users,
  queues,
  rated,
  fromAd,
}: ReportFilters): boolean =>
  contactId !== '' ||
  text !== '' ||
  rated ||
  fromAd ||
  [connections, status, users, queues].some(list => list.length > 0)
