import { isId } from '@balcao/shared/ids.ts'

/** What the list shows; in the URL, so that a reload and the back button keep it. */
export interface TicketSearch {
  tab?: 'open' | 'closed' | 'search' | undefined
  sub?: 'assigned' | 'pending' | 'snoozed' | undefined
  q?: string | undefined
  tags?: string[] | undefined
  users?: string[] | undefined
  unread?: boolean | undefined
  /** Everybody's tickets, for who may see them; absent: as it was chosen last. */
  showAll?: boolean | undefined
  /** Of the search: tickets that began on this day, YYYY-MM-DD. */
  date?: string | undefined
  /** Opens the new-ticket dialog for a contact. */
  newContact?: string | undefined
  /** Opens the dialog that makes a contact of this number and begins to talk. */
  newNumber?: string | undefined
  /** Of the open conversation: the message to go to. */
  message?: string | undefined
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

const oneOf = <T extends string>(value: unknown, choices: readonly T[]) => choices.find(choice => choice === value)
const textIn = (value: unknown) => (typeof value === 'string' && value.length <= 200 ? value : undefined)
const flagIn = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
/** Digits arrive as a number where nothing else stands beside them. */
const numberIn = (value: unknown) => (/^\d{10,15}$/.test(String(value)) ? String(value) : undefined)
const listIn = (value: unknown) =>
  Array.isArray(value) && value.length <= 50 && value.every(each => typeof each === 'string') ? value : undefined

/** Reads the search of the address; what does not fit is as if it were not there. By hand, to keep zod out of the first load. */
export function ticketSearch(search: Record<string, unknown>): TicketSearch {
  return {
    tab: oneOf(search.tab, ['open', 'closed', 'search']),
    sub: oneOf(search.sub, ['assigned', 'pending', 'snoozed']),
    q: textIn(search.q),
    tags: listIn(search.tags),
    users: listIn(search.users),
    unread: flagIn(search.unread),
    showAll: flagIn(search.showAll),
    date: typeof search.date === 'string' && DAY.test(search.date) ? search.date : undefined,
    newContact: textIn(search.newContact),
    newNumber: numberIn(search.newNumber),
    message: typeof search.message === 'string' && isId(search.message) ? search.message : undefined,
  }
}
