import { randomBytes } from 'node:crypto'
import { newNumber, newToken } from '../meta/meta-state.ts'
import { type MediaFiles, openMediaFiles } from './media-files.ts'
import { openStore, type Store } from './store.ts'
import type { Template } from './template-types.ts'

/** Catalogue of an account: its products by the id that their owner gave them. */
export type Catalogue = { id: string; items: { retailerId: string; name: string; price: number }[] }

/** A WhatsApp Business Account (WABA). */
export type Account = {
  id: string
  name: string
  /** Webhook that the product subscribed; null while it is not subscribed. */
  subscription: { url: string; verifyToken: string; isOverride: boolean } | null
  /** True if new templates are approved at once. */
  autoApprove: boolean
  /** Restriction of the account; null when it may send. */
  ban: 'banned' | 'locked' | null
  /** Catalogue of its products; absent or null without one. */
  catalogue?: Catalogue | null
}

export type Limits = {
  /** Messages to one person at once, before one per `pairSeconds`. */
  burst: number
  pairSeconds: number
  /** Messages of the number a second. */
  throughput: number
  /** Persons a day to whom the business may write first; null follows the number's tier. */
  dailyPeople: number | null
  /** Marketing templates that a person gets within 24 hours; null is without a limit. */
  marketingPerPerson: number | null
  /** Time until a message is delivered, in ms. */
  deliveredAfterMs: number
  /** Changes in one call of the webhook at most. */
  batch: number
}

export const LIMITS: Limits = {
  burst: 45,
  pairSeconds: 6,
  throughput: 80,
  dailyPeople: null,
  marketingPerPerson: null,
  deliveredAfterMs: 300,
  batch: 50,
}

/** A business phone number. */
export type BusinessNumber = {
  id: string
  accountId: string
  /** Digits only. */
  phone: string
  name: string
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  tier: string
  /** True if the number is also used in the WhatsApp Business app. */
  coexistence: boolean
  /** True when the number was taken out of the account. */
  removed: boolean
  limits: Limits
  /** True if the number does not show its account's catalogue. */
  isCatalogueHidden?: boolean
}

export type Token = {
  token: string
  kind: 'system' | 'user'
  userId: string
  accountIds: string[]
  revoked: boolean
}

/** A person with WhatsApp, as one number of the business knows them. */
export type Person = {
  numberId: string
  /** Digits only. */
  waId: string
  name: string
  /** Business-scoped id, once the person has one. */
  userId?: string
  /** True while the person hides the number behind a user name. */
  hidesNumber?: boolean
  /** Moved time of the last message that they wrote; 0 when they never did. */
  wroteAt: number
  /** Moved time of the ad's click that nobody answered yet; null without one. */
  referredAt: number | null
  /** Moved time at which the free entry point ends; 0 without one. */
  freeUntil: number
  /** Time of day until which the business is shown as typing. */
  typingUntil: number
  /** Moved times of marketing templates of the last day. */
  marketingAt: number[]
}

export type Media = {
  id: string
  accountId: string
  numberId: string
  mimetype: string
  fileName: string | null
  sha256: string
  size: number
  /** True if a customer sent it. */
  fromCustomer: boolean
}

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed' | 'received'

export type CloudMessage = {
  id: string
  numberId: string
  /** The person's number. */
  waId: string
  fromCustomer: boolean
  /** True if it was written in the WhatsApp Business app. */
  byApp: boolean
  type: string
  /** Content in Meta's words: of a webhook from a customer, of a call from the business. */
  content: Record<string, unknown>
  quotedId: string | null
  /** Ad that brought the person with this message; null without one. */
  referral: Record<string, unknown> | null
  /** Time of day in ms. */
  at: number
  status: MessageStatus
  error: { code: number; title: string; details: string } | null
  callbackData: string | null
  /** Category of the price; null when the message costs nothing by itself, as a customer's. */
  category: string | null
  /** Kind of charge for the message. */
  charge: 'regular' | 'free_customer_service' | 'free_entry_point' | null
  /** Time of day at which the free entry point ends, in ms; 0 without one. */
  freeUntil: number
  /** Template with its variables filled in, as the customer reads it. */
  rendered: Rendered | null
  reactions: { business?: string; customer?: string }
  edited: boolean
  deleted: boolean
}

export type Rendered = {
  name: string
  language: string
  header: { format: string; text: string | null; mediaId: string | null; link: string | null } | null
  body: string
  footer: string | null
  buttons: { type: string; text: string; payload: string | null; url: string | null; code: string | null }[]
}

export type CloudState = {
  accounts: Map<string, Account>
  numbers: Map<string, BusinessNumber>
  tokens: Map<string, Token>
  templates: Map<string, Template>
  media: Map<string, Media>
  files: MediaFiles
  messages: Map<string, CloudMessage>
  store: Store
  /** Returns the messages of a person with a number, oldest first. */
  conversation: (numberId: string, waId: string) => CloudMessage[]
  people: (numberId: string) => Person[]
  person: (numberId: string, waId: string) => Person | undefined
  add: (message: CloudMessage) => void
  save: (kind: Kind, record: { id: string }) => void
  savePerson: (person: Person) => void
  /** Gives a person another number; their messages move with them. */
  movePerson: (person: Person, waId: string) => void
  saveToken: (token: Token) => void
  close: () => void
}
type Kind = 'account' | 'number' | 'template' | 'media' | 'message'

/** Opens the simulator's state, in memory, and in `dir` when given. */
export function openCloudState(dir: string | undefined): CloudState {
  const store = openStore(dir)
  const byId = <T extends { id: string }>(kind: string) =>
    new Map(store.load<T>(kind).map(record => [record.id, record] as const))
  const tokens = new Map(store.load<Token>('token').map(each => [each.token, each] as const))
  const people = new Map<string, Map<string, Person>>()
  const conversations = new Map<string, CloudMessage[]>()
  const messages = byId<CloudMessage>('message')
  const keep = (person: Person) => {
    const known = people.get(person.numberId) ?? new Map<string, Person>()
    people.set(person.numberId, known.set(person.waId, person))
  }
  const collect = (message: CloudMessage) => {
    const key = `${message.numberId} ${message.waId}`
    const known = conversations.get(key)
    if (known) known.push(message)
    else conversations.set(key, [message])
  }
  for (const person of store.load<Person>('person')) keep(person)
  for (const message of messages.values()) collect(message)
  const files = openMediaFiles(dir)
  return {
    accounts: byId<Account>('account'),
    numbers: byId<BusinessNumber>('number'),
    tokens,
    templates: byId<Template>('template'),
    media: byId<Media>('media'),
    files,
    messages,
    store,
    conversation: (numberId, waId) => conversations.get(`${numberId} ${waId}`) ?? [],
    people: numberId => [...(people.get(numberId)?.values() ?? [])],
    person: (numberId, waId) => people.get(numberId)?.get(waId),
    add(message) {
      messages.set(message.id, message)
      collect(message)
      store.put('message', message.id, message)
    },
    save: (kind, record) => store.put(kind, record.id, record),
    savePerson(person) {
      keep(person)
      store.put('person', `${person.numberId} ${person.waId}`, person)
    },
    movePerson(person, waId) {
      const { numberId } = person
      people.get(numberId)?.delete(person.waId)
      store.remove('person', `${numberId} ${person.waId}`)
      const moved = conversations.get(`${numberId} ${person.waId}`) ?? []
      conversations.delete(`${numberId} ${person.waId}`)
      person.waId = waId
      for (const message of moved) {
        message.waId = waId
        collect(message)
        store.put('message', message.id, message)
      }
      this.savePerson(person)
    },
    saveToken(token) {
      tokens.set(token.token, token)
      store.put('token', token.token, token)
    },
    close: () => store.close(),
  }
}

/** Returns a message id as WhatsApp's: base64 with its signs. */
export const newWamid = (): string => `wamid.HBgN${randomBytes(33).toString('base64').slice(0, 42)}A=`

export function newCloudToken(kind: Token['kind'], accountIds: string[]): Token {
  return { token: newToken(kind === 'user' ? 'W' : 'B'), kind, userId: newNumber(), accountIds, revoked: false }
}

/** Returns a new, empty message. */
export function newMessage(
  given: Pick<CloudMessage, 'numberId' | 'waId' | 'fromCustomer' | 'type' | 'content'> & Partial<CloudMessage>,
): CloudMessage {
  return {
    id: newWamid(),
    byApp: false,
    quotedId: null,
    referral: null,
    at: Date.now(),
    status: given.fromCustomer ? 'received' : 'accepted',
    error: null,
    callbackData: null,
    category: null,
    charge: null,
    freeUntil: 0,
    rendered: null,
    reactions: {},
    edited: false,
    deleted: false,
    ...given,
  }
}
