/**
 * Client of Balcão’s public API, v1. Generated from its contract by `npm run client`: do not edit.
 * It needs `fetch`, as browsers, Deno, Bun and Node 22 have it, and nothing else.
 */

/** A call: method, path below `/api`, and the form field of its files. */
type Call = readonly [method: string, path: string, files?: string]

export type Options = {
  /** Token of the public API: `blc_live_…`, or `blc_test_…` for the sandbox. */
  token: string
  /** Address of the installation, such as `https://app.example.com`. */
  address: string
  /** Further tries after 429, 503 and a failed connection; 2 by default. */
  retries?: number
  /** Replaces the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

export type CallOptions = {
  /**
   * Key under which a write is made once; by default a new one, used again by the call's retries.
   */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Files that go along, in calls that take some. */
  files?: readonly File[]
}

/** Refusal of a call, or a failure of the service. */
export class BalcaoError extends Error {
  /** HTTP status. */
  readonly status: number
  /** Code of the error: `ERR_NO_CONTACT_FOUND`. */
  readonly code: string
  /** Fields that are refused, and why. */
  readonly details: readonly { path: string; code: string; message: string }[]
  /** The whole answer. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body.error ?? 'ERR_UNKNOWN')}`)
    this.name = 'BalcaoError'
    this.status = status
    this.code = String(body.error ?? 'ERR_UNKNOWN')
    this.details = (body.details ?? []) as BalcaoError['details']
    this.body = body
  }
}

type Input = Record<string, unknown>
type Run = (input?: Input, options?: CallOptions) => Promise<unknown>

/** Makes the functions of a client from its calls. */
function connect(calls: Record<string, Record<string, Call>>, options: Options): unknown {
  const resources = Object.entries(calls).map(([resource, operations]) => {
    const runs = Object.entries(operations).map(([name, call]): [string, Run] => [
      name,
      (input = {}, given = {}) => send(call, input, given, options),
    ])
    return [resource, Object.fromEntries(runs)]
  })
  return Object.fromEntries(resources)
}

/** Statuses of a call that may succeed when it is made again. */
const PASSING = [429, 503]
/** Longest wait before a retry, in seconds; a token's minute is over by then. */
const MAX_WAIT = 60

async function send(call: Call, input: Input, given: CallOptions, options: Options): Promise<unknown> {
  const retries = options.retries ?? 2
  const key = given.idempotencyKey ?? crypto.randomUUID()
  for (let tried = 0; ; tried++) {
    const request = requestOf(call, input, { ...given, idempotencyKey: key }, options)
    const response = await (options.fetch ?? fetch)(request).catch((error: unknown) => {
      if (tried >= retries || given.signal?.aborted) throw error
      return undefined
    })
    if (response && (tried >= retries || !isPassing(response))) return read(response)
    await response?.body?.cancel()
    const seconds = Number(response?.headers.get('retry-after') ?? 2 ** tried)
    await wait(Math.min(seconds, MAX_WAIT) * 1000, given.signal)
  }
}

/** Waits for a time (ms); throws the signal's reason once that is aborted. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}

/** Returns whether a repeated call may succeed: of the conflicts only one that names a time. */
const isPassing = ({ status, headers }: Response): boolean =>
  PASSING.includes(status) || (status === 409 && headers.has('retry-after'))

function requestOf([method, path, fileField]: Call, input: Input, given: CallOptions, options: Options): Request {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const url = new URL(`${options.address.replace(/\/$/, '')}/api${filled}`)
  const headers = new Headers({ authorization: `Bearer ${options.token}` })
  const init: RequestInit = { method, headers, ...(given.signal ? { signal: given.signal } : {}) }
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined && value !== null)
        url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  } else if (fileField && given.files?.length) {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    for (const file of given.files) form.append(fileField, file)
    init.body = form
  } else {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(rest)
  }
  if (method !== 'GET' && given.idempotencyKey) headers.set('idempotency-key', given.idempotencyKey)
  return new Request(url, init)
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  const body: unknown = text === '' ? undefined : parsed(text)
  if (response.ok) return body
  const isFields = typeof body === 'object' && body !== null
  throw new BalcaoError(response.status, isFields ? (body as Record<string, unknown>) : { text })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Answer of a list: its rows beside where it goes on. */
type Page = { nextCursor: string | null }
type RowOf<Answer> = { [Name in keyof Answer]: Answer[Name] extends readonly (infer Row)[] ? Row : never }[keyof Answer]

/**
 * Yields every row of a list, page by page.
 * @param list a call of a list: `balcao.contacts.list`
 */
export async function* each<Given extends object, Answer extends Page>(
  list: (input: Given) => Promise<Answer>,
  input: Given,
): AsyncGenerator<RowOf<Answer>> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer: Answer = await list({ ...input, ...(cursor ? { cursor } : {}) })
    const rows = Object.values(answer).find(value => Array.isArray(value)) as RowOf<Answer>[] | undefined
    yield* rows ?? []
    cursor = answer.nextCursor
  }
}

export type Contact = {
  id: string
  name: string
  number: string
  profilePicUrl: string | null
  channel?: 'whatsapp' | 'facebook' | 'instagram'
  blocked: boolean
  tagIds?: string[]
  uuid: string
  block?: {
    at: string
    by: {
      id: string
      name: string
    }
    messages: number
    lastMessageAt: string | null
  } | null
  email: string
  isGroup: boolean
  isWhatsappValid: boolean | null
  whatsappCheckedAt?: string
  otherNumbers: string[]
  merge?: {
    contact: {
      id: string
      name: string
      number: string
    }
    by: {
      id: string
      name: string
    }
    at: string
    undoUntil: string
    moving: boolean
  } | null
  extraInfo: ({
    name: string
    value: string
  })[]
  contactTags: ({
    id: string
    name: string
    color: string
  })[]
  fields: Record<string, string | number | boolean>
  customerId: string | null
  customer?: {
    id: string
    fullName: string
    document: string
  } | null
  whatsapp: {
    id: string
    name: string
  } | null
  createdAt: string
  updatedAt: string
}

export type Ticket = {
  id: string
  uuid: string
  status: 'pending' | 'open' | 'closed'
  contactId: string
  contact: {
    id: string
    name: string
    number: string
    profilePicUrl: string | null
    channel?: 'whatsapp' | 'facebook' | 'instagram'
    blocked?: true
    tagIds?: string[]
  }
  queueId: string | null
  queue: {
    id: string
    name: string
    color: string
  } | null
  whatsappId: string
  whatsapp: {
    id: string
    name: string
  }
  userId: string | null
  user: {
    id: string
    name: string
  } | null
  tags: ({
    id: string
    name: string
    color: string
  })[]
  priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
  fields: Record<string, string | number | boolean>
  lastMessage: string
  lastMessageType: string
  lastMessageFromMe: boolean
  lastMessageOrigin: 'contact' | 'attendant' | 'bot' | 'handset' | 'api' | 'campaign' | 'machine'
  lastMessageUser: {
    id: string
    name: string
  } | null
  lastMessageAck: number | null
  lastMessageFailed: boolean
  lastMessageDeleted: boolean
  unreadMessages: number
  isGroup: boolean
  chatbot: boolean
  bot: {
    path: string[]
  } | null
  useIntegration: boolean
  promptId: string | null
  integrationId: string | null
  lastContactAt?: string | null
  window?: {
    open: boolean
    closesAt: string | null
  }
  referral?: {
    sourceType: string
    sourceId: string
    sourceUrl: string
    headline: string
    body: string
    at: string
  } | null
  waitingSince?: string
  customerWords?: {
    text: string
    type: string
    deleted: boolean
  }
  contactMessage?: string
  snoozedUntil?: string
  wokeAt?: string
  goals: ({
    kind: 'firstAnswer' | 'resolution'
    warnAt: string
    dueAt: string
    breachedAt: string | null
    metAt: string | null
  })[]
  rating: 1 | 2 | 3 | null
  draftBegun: boolean
  laneSince: string
  createdAt: string
  updatedAt: string
}

export type Message = {
  id: string
  ticketId: string
  contactId: string
  body: string
  fromMe: boolean
  read: boolean
  ack: number
  mediaType: 'chat' | 'image' | 'audio' | 'video' | 'application' | 'sticker' | 'locationMessage' | 'contactMessage' | 'vcard' | 'call_log' | 'unsupported' | 'order' | 'product' | 'payment' | 'paymentDeclined' | 'paymentCanceled' | 'paymentInvite' | 'poll' | 'event' | 'interactive' | 'invite' | 'stickerPack' | 'scheduledCall' | 'broadcastCall' | 'phoneRequest' | 'phoneOnly' | 'statusMention'
  mediaUrl: string | null
  media: {
    fileName: string
    mimetype: string
    size: number
    ptt: boolean
    seconds: number | null
    width: number | null
    height: number | null
  } | null
  location: {
    latitude: number
    longitude: number
    name: string | null
    address: string | null
  } | null
  vcards: string[]
  call: {
    video: boolean
  } | null
  quotedMsg: {
    id: string | null
    body: string
    fromMe: boolean
    mediaType: 'chat' | 'image' | 'audio' | 'video' | 'application' | 'sticker' | 'locationMessage' | 'contactMessage' | 'vcard' | 'call_log' | 'unsupported' | 'order' | 'product' | 'payment' | 'paymentDeclined' | 'paymentCanceled' | 'paymentInvite' | 'poll' | 'event' | 'interactive' | 'invite' | 'stickerPack' | 'scheduledCall' | 'broadcastCall' | 'phoneRequest' | 'phoneOnly' | 'statusMention'
    name: string | null
    status?: boolean
    thumbnail?: string
  } | null
  poll: {
    question: string
    options: string[]
    several: boolean
    votes: ({
      name: string | null
      fromMe: boolean
      options: number[]
    })[]
  } | null
  reactions: ({
    emoji: string
    fromMe: boolean
    name: string | null
    userId: string | null
  })[]
  isDeleted: boolean
  isEdited: boolean
  editedUnseen: boolean
  earlierBodies: string[]
  history: ({
    body: string
    editedAt: string | null
    editedBy: {
      id: string
      name: string
    } | null
  })[]
  editedBy: {
    id: string
    name: string
  } | null
  deletedBy: {
    id: string
    name: string
  } | null
  error: 'ERR_SENDING_WAPP_MSG' | 'ERR_SEND_REFUSED' | 'ERR_SEND_TIMED_OUT' | 'ERR_WAPP_INVALID_CONTACT' | 'ERR_WAPP_DOWNLOAD_MEDIA' | 'ERR_MEDIA_NOT_IMPORTED' | 'ERR_OUTSIDE_WINDOW' | 'ERR_PAGE_RECONNECT' | 'ERR_SEND_UNKNOWN' | 'ERR_TEMPLATE_NOT_APPROVED' | 'ERR_TEMPLATE_VARIABLES' | 'ERR_CLOUD_MEDIA' | 'ERR_CLOUD_NOT_ON_WHATSAPP' | 'ERR_CLOUD_MARKETING_LIMIT' | 'ERR_CLOUD_QUALITY_LIMIT' | 'ERR_CLOUD_TOO_MANY' | 'ERR_CLOUD_TOO_MANY_TO_PERSON' | 'ERR_CLOUD_BLOCKED' | 'ERR_CLOUD_PAYMENT' | 'ERR_CLOUD_RECONNECT' | 'ERR_CLOUD_NUMBER' | 'ERR_CONTACT_BLOCKED' | null
  contact: {
    id: string | null
    name: string
    number: string
  } | null
  user: {
    id: string
    name: string
  } | null
  origin: 'contact' | 'attendant' | 'bot' | 'handset' | 'api' | 'campaign' | 'machine'
  signature?: string
  machine: {
    kind: 'prompt' | 'integration'
    id: string
    name: string
  } | null
  feedback: 'up' | 'down' | null
  transcript: string | null
  structured: {
    copy: string[]
    order: {
      orderId: string
      title: string
      itemCount: number
      total: number | null
      currency: string
      message: string
    } | null
  } | null
  albumId: string | null
  campaign?: {
    id: string
    name: string
  }
  template: {
    name: string
    language: string
    header: string
    footer: string
    buttons: ({
      type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER' | 'COPY_CODE'
      text: string
      value?: string
    })[]
  } | null
  choices: {
    style: 'button' | 'list'
    button: string
    items: ({
      id: string
      title: string
      description?: string
    })[]
  } | null
  forwarded: boolean
  linkPreview: {
    url: string
    title: string
    description: string
    pictureUrl: string | null
  } | null
  clientId: string | null
  createdAt: string
}

export type Tag = {
  id: string
  name: string
  color: string
  kanban: 0 | 1
  order: number
  userId: string | null
  ticketsCount: number
  createdAt: string
  updatedAt: string
}

export type Customer = {
  id: string
  document: string
  fullName: string
  email: string
  birthday: string | null
  portfolioId: string
  portfolio: {
    id: string
    name: string
  } | null
  customerDefault: boolean
  userId: string
  contacts: ({
    id: string
    name: string
    number: string
  })[]
  fields: Record<string, string | number | boolean>
  createdAt: string
  updatedAt: string
}

export type Product = {
  id: string
  ean: string
  name: string
  code: string
  description: string
  isActive: boolean
  categoryId: string | null
  category: {
    id: string
    name: string
  } | null
  mediaPath: string | null
  thumbPath: string | null
  mediaName: string | null
  sold: {
    stores: number
    priceFrom: number
    priceTo: number
    stock: number
    low: boolean
  } | null
  userId: string
  createdAt: string
  updatedAt: string
}

export type Category = {
  id: string
  code: string | null
  name: string
  color: string | null
  userId: string
  createdAt: string
  updatedAt: string
}

export type Store = {
  id: string
  document: string
  name: string
  fantasy: string
  zipCode: string
  address: string
  number: string
  complement: string
  neighborhood: string
  city: string
  state: string
  latitude: number | null
  longitude: number | null
  isActive: boolean
  keyPix: string
  userId: string
  createdAt: string
  updatedAt: string
}

export type Queue = {
  id: string
  name: string
  color: string
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  signature: string
  orderQueue: number | null
  integrationId: string | null
  promptId: string | null
  schedules: ({
    weekday: string
    weekdayEn: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
    startTime: string
    endTime: string
  })[]
  distribution: 'manual' | 'roundRobin' | 'leastBusy'
  maxOpenTickets: number | null
  held: 'noMembers' | 'noneAvailable' | 'noRoom' | null
  token: null
  mediaPath: string | null
  mediaName: string | null
  mediaType: 'image' | 'audio' | 'video' | 'application' | 'sticker' | null
  createdAt: string
  updatedAt: string
}

export type Webhook = {
  id: string
  name: string
  url: string
  events: ('message.received' | 'message.acknowledged' | 'ticket.opened' | 'ticket.closed' | 'ticket.rated' | 'order.created' | 'ticket.transferred' | 'ticket.idle' | 'tag.set' | 'order.status' | 'window.closing' | 'goal.breached')[]
  active: boolean
  down: {
    since: string
    nextTryAt: string
  } | null
  createdAt: string
  updatedAt: string
}

export type Note = {
  id: string
  note: string
  reason?: {
    note: string
    words?: string
    error?: string
  }
  ticketId: string
  contactId: string
  user: {
    id: string
    name: string
  }
  mentions?: ({
    id: string
    name: string
  })[]
  createdAt: string
}

export type Address = {
  id: string
  customerId: string
  name: string
  zipCode: string
  address: string
  number: string
  complement: string
  neighborhood: string
  city: string
  state: string
  latitude: number | null
  longitude: number | null
  isActive: boolean
  createdAt: string
  updatedAt: string
}

export type Price = {
  id: string
  storeId: string
  store: {
    id: string
    name: string
  }
  productId: string
  stock: number
  costPrice?: number
  sellingPrice: number
  promotionPrice: number
  createdAt: string
  updatedAt: string
}

export type Order = {
  id: string
  number: number
  numero: number
  ticketId: string | null
  contactId: string | null
  storeId: string
  store: {
    id: string
    name: string
  }
  customerId: string
  customer: {
    id: string
    fullName: string
  }
  statusBudGetId: string | null
  statusBudGet: {
    id: string
    name: string
  } | null
  userId: string
  user: {
    id: string
    name: string
  }
  emissionDate: string
  subTotal: number
  freight: number
  discount: number
  increase: number
  total: number
  freigh: number
  negotiated: number
  route: string
  itemCount: number
  items: ({
    productId: string
    name: string
    price: number
    amount: number
    total: number
    mediaPath: string | null
    mediaName: string | null
  })[]
  installments: number
  canceledAt: string | null
  paidAt: string | null
  createdAt: string
  updatedAt: string
  typeDelivery: 'retirada' | 'entrega'
  addressId: string | null
  address: {
    id: string
    name: string
    zipCode: string
    address: string
    number: string
    complement: string
    neighborhood: string
    city: string
    state: string
  } | null
  coupons: ({
    id: string | null
    name: string
    discount: number
  })[]
  payments: ({
    method: string
    name: string
    typePaymentId: string | null
    value: number
    change: number
    installments: number
  })[]
  pix: number
  history: ({
    at: string
    type: 'create' | 'status' | 'sent' | 'cancel'
    user: {
      id: string
      name: string
    } | null
    status: string | null
  })[]
}

export type ListedOrder = {
  id: string
  number: number
  numero: number
  ticketId: string | null
  contactId: string | null
  storeId: string
  store: {
    id: string
    name: string
  }
  customerId: string
  customer: {
    id: string
    fullName: string
  }
  statusBudGetId: string | null
  statusBudGet: {
    id: string
    name: string
  } | null
  userId: string
  user: {
    id: string
    name: string
  }
  emissionDate: string
  subTotal: number
  freight: number
  discount: number
  increase: number
  total: number
  freigh: number
  negotiated: number
  route: string
  itemCount: number
  items?: ({
    name: string
    amount: number
    total: number
  })[]
  installments: number
  canceledAt: string | null
  paidAt: string | null
  createdAt: string
  updatedAt: string
}

export type Delivery = {
  id: string
  target: 'webhook' | 'integration'
  targetId: string
  event: string
  status: 'waiting' | 'delivered' | 'failed'
  tries: number
  lastStatus: number | null
  lastError: string | null
  nextAt: string | null
  createdAt: string
  deliveredAt: string | null
}

export type Field = {
  id: string
  name: string
  on: 'contact' | 'ticket' | 'customer'
  type: 'text' | 'number' | 'date' | 'choice' | 'boolean' | 'link'
  choices: string[]
  createdAt: string
  updatedAt: string
}

const CALLS = {
  reference: {
    me: ['GET', '/v1/token'],
  },
  contacts: {
    list: ['GET', '/v1/contacts'],
    get: ['GET', '/v1/contacts/{id}'],
    create: ['POST', '/v1/contacts'],
    update: ['PUT', '/v1/contacts/{id}'],
    remove: ['DELETE', '/v1/contacts/{id}'],
    tickets: ['GET', '/v1/contacts/{id}/tickets'],
  },
  tickets: {
    list: ['GET', '/v1/tickets'],
    get: ['GET', '/v1/tickets/{id}'],
    create: ['POST', '/v1/tickets'],
    update: ['PUT', '/v1/tickets/{id}'],
  },
  notes: {
    list: ['GET', '/v1/notes'],
    create: ['POST', '/v1/notes'],
    remove: ['DELETE', '/v1/notes/{id}'],
  },
  messages: {
    list: ['GET', '/v1/tickets/{ticketId}/messages'],
    search: ['GET', '/v1/messages/search'],
    create: ['POST', '/v1/tickets/{ticketId}/messages', 'medias'],
    upload: ['POST', '/v1/tickets/{ticketId}/uploads'],
    send: ['POST', '/v1/messages', 'medias'],
    remove: ['DELETE', '/v1/messages/{id}'],
  },
  tags: {
    list: ['GET', '/v1/tags'],
    get: ['GET', '/v1/tags/{id}'],
    create: ['POST', '/v1/tags'],
    update: ['PUT', '/v1/tags/{id}'],
    remove: ['DELETE', '/v1/tags/{id}'],
    sync: ['POST', '/v1/tickets/tags'],
  },
  fields: {
    list: ['GET', '/v1/fields'],
    get: ['GET', '/v1/fields/{id}'],
    create: ['POST', '/v1/fields'],
    update: ['PUT', '/v1/fields/{id}'],
    remove: ['DELETE', '/v1/fields/{id}'],
  },
  customers: {
    list: ['GET', '/v1/customers'],
    get: ['GET', '/v1/customers/{id}'],
    search: ['GET', '/v1/customers/by-document/{document}'],
    create: ['POST', '/v1/customers'],
    update: ['PUT', '/v1/customers/{id}'],
    remove: ['DELETE', '/v1/customers/{id}'],
  },
  addresses: {
    list: ['GET', '/v1/customers/{customerId}/addresses'],
    get: ['GET', '/v1/addresses/{id}'],
    create: ['POST', '/v1/addresses'],
    update: ['PUT', '/v1/addresses/{id}'],
    remove: ['DELETE', '/v1/addresses/{id}'],
  },
  portfolios: {
    list: ['GET', '/v1/portfolios'],
  },
  products: {
    list: ['GET', '/v1/products'],
    get: ['GET', '/v1/products/{id}'],
    create: ['POST', '/v1/products', 'file'],
    update: ['PUT', '/v1/products/{id}', 'file'],
    remove: ['DELETE', '/v1/products/{id}'],
    uploads: ['POST', '/v1/products/{id}/uploads'],
    uploadMedia: ['POST', '/v1/products/{id}/picture', 'file'],
  },
  prices: {
    list: ['GET', '/v1/products/{productId}/prices'],
    get: ['GET', '/v1/prices/{storeId}/{productId}'],
    save: ['POST', '/v1/prices'],
    remove: ['DELETE', '/v1/prices/{id}'],
  },
  categories: {
    list: ['GET', '/v1/categories'],
    get: ['GET', '/v1/categories/{id}'],
    create: ['POST', '/v1/categories'],
    update: ['PUT', '/v1/categories/{id}'],
    remove: ['DELETE', '/v1/categories/{id}'],
  },
  stores: {
    list: ['GET', '/v1/stores'],
    get: ['GET', '/v1/stores/{id}'],
  },
  orders: {
    list: ['GET', '/v1/orders'],
    get: ['GET', '/v1/orders/{id}'],
    pix: ['GET', '/v1/orders/{id}/pix'],
    quote: ['POST', '/v1/orders/quote'],
    create: ['POST', '/v1/orders'],
    update: ['PUT', '/v1/orders/{id}'],
    remove: ['DELETE', '/v1/orders/{id}'],
    send: ['POST', '/v1/orders/{id}/send'],
  },
  orderStatuses: {
    list: ['GET', '/v1/order-statuses'],
  },
  payments: {
    list: ['GET', '/v1/payments'],
  },
  coupons: {
    list: ['GET', '/v1/coupons'],
  },
  users: {
    list: ['GET', '/v1/users'],
  },
  queues: {
    list: ['GET', '/v1/queues'],
    get: ['GET', '/v1/queues/{id}'],
  },
  connections: {
    list: ['GET', '/v1/connections'],
    get: ['GET', '/v1/connections/{id}'],
  },
  templates: {
    list: ['GET', '/v1/templates'],
  },
  webhooks: {
    list: ['GET', '/v1/webhooks'],
    get: ['GET', '/v1/webhooks/{id}'],
    create: ['POST', '/v1/webhooks'],
    update: ['PUT', '/v1/webhooks/{id}'],
    remove: ['DELETE', '/v1/webhooks/{id}'],
    test: ['POST', '/v1/webhooks/{id}/test'],
  },
  deliveries: {
    list: ['GET', '/v1/deliveries'],
    sendAgain: ['POST', '/v1/deliveries/{id}/send'],
  },
} as const satisfies Record<string, Record<string, Call>>

/** The calls of the public API, by resource. */
export type Balcao = {
  reference: {
    /** The token that calls: its name, scopes and expiry. Scope: any. */
    me: (input?: {}, options?: CallOptions) => Promise<{
      id: string
      name: string
      companyId: string
      scopes: ('contacts:read' | 'contacts:write' | 'tickets:read' | 'tickets:write' | 'messages:read' | 'messages:write' | 'tags:read' | 'tags:write' | 'customers:read' | 'customers:write' | 'products:read' | 'products:write' | 'orders:read' | 'orders:write' | 'webhooks:read' | 'webhooks:write' | 'fields:read' | 'fields:write' | 'team:read' | 'connections:read')[]
      sandbox: boolean
      expiresAt: string | null
    }>
  }
  contacts: {
    /** Contacts, by name; with `searchParam` those it finds. Scope: contacts:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      date?: string
      dateStart?: string
      dateEnd?: string
      /** JSON object of values by the ids of choice or yes-or-no fields: a row has each of them */
      fields?: string
      /** Contacts that have each of these tags themselves, newest first */
      contactTags?: string
      /** Ignored by a search, which has its own order */
      sort?: 'name' | '-name'
    }, options?: CallOptions) => Promise<{
      contacts: Contact[]
      count: number
      hasMore: boolean
      nextCursor: string | null
    }>
    /** A contact. Scope: contacts:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Contact>
    /** Create a contact. Scope: contacts:write. */
    create: (input: {
      name: string
      number: string
      email?: '' | string
      /** At most 16384 bytes in all, as JSON in UTF-8 */
      extraInfo?: ({
        name: string
        value: string
      })[]
      fields?: Record<string, string | number | boolean | null>
      /** Tags of the contact itself, which stay when its tickets end: exactly these */
      contactTags?: (string | {
        id: string
      })[]
    }, options?: CallOptions) => Promise<Contact>
    /**
     * Change a contact; one with a live ticket that the caller may not see is refused. Scope:
     * contacts:write.
     */
    update: (input: {
      id: string
      name?: string
      number?: string
      email?: '' | string
      /** At most 16384 bytes in all, as JSON in UTF-8 */
      extraInfo?: ({
        name: string
        value: string
      })[]
      fields?: Record<string, string | number | boolean | null>
      /** Tags of the contact itself, which stay when its tickets end: exactly these */
      contactTags?: (string | {
        id: string
      })[]
      customerId?: string | null
      blocked?: boolean
    }, options?: CallOptions) => Promise<Contact>
    /**
     * Delete a contact with its closed tickets; refused while one is live. Scope: contacts:write.
     */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
    /** Tickets of a contact. Scope: tickets:read. */
    tickets: (input: {
      id: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
    }, options?: CallOptions) => Promise<Ticket[]>
  }
  tickets: {
    /** Tickets of a tab, or a search. Scope: tickets:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      status?: 'pending' | 'open' | 'closed'
      date?: string
      updatedAt?: string
      showAll?: '0' | '1' | 'true' | 'false'
      queueIds?: string
      tags?: string
      users?: string
      origin?: 'ad'
      withUnreadMessages?: '0' | '1' | 'true' | 'false'
      priority?: string
      /** JSON object of values by the ids of choice or yes-or-no fields: a row has each of them */
      fields?: string
      snoozed?: '0' | '1' | 'true' | 'false'
      order?: 'newest' | 'waiting'
      viewId?: string
      ids?: string
    }, options?: CallOptions) => Promise<{
      tickets: Ticket[]
      hasMore: boolean
      nextCursor: string | null
      uncombined?: 'status' | 'queueIds' | 'users' | 'tags' | 'contactTags' | 'priority' | 'fields' | 'unread' | 'origin' | 'goal' | 'date'
    }>
    /** A ticket. Scope: tickets:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Ticket>
    /**
     * Start a ticket with a contact, in an own queue; admins in any, or in none. Scope:
     * tickets:write.
     */
    create: (input: {
      contactId: string
      queueId?: string | null
      whatsappId?: string | null
      userId?: string | null
      status?: 'open' | 'pending'
    }, options?: CallOptions) => Promise<Ticket>
    /**
     * Accept, return, transfer, close or reopen a ticket, or set its priority and fields. Scope:
     * tickets:write.
     */
    update: (input: {
      id: string
      status?: 'pending' | 'open' | 'closed'
      userId?: string | null
      queueId?: string | null
      priority?: 'none' | 'low' | 'medium' | 'high' | 'urgent'
      fields?: Record<string, string | number | boolean | null>
      whatsappId?: string
      useIntegration?: boolean
      promptId?: string | null
      integrationId?: string | null
      sendFarewell?: boolean
      seenContactMessage?: string
    }, options?: CallOptions) => Promise<Ticket>
  }
  notes: {
    /**
     * Notes of a ticket, or of all a contact's tickets when only contactId is given; newest first.
     * Scope: tickets:read.
     */
    list: (input?: {
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      ticketId?: string
      contactId?: string
    }, options?: CallOptions) => Promise<Note[]>
    /** Write a note. Scope: tickets:write. */
    create: (input: {
      note: string
      ticketId: string
      contactId: string
      mentions?: string[]
    }, options?: CallOptions) => Promise<Note>
    /** Delete a note. Scope: tickets:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
  }
  messages: {
    /**
     * Messages of a ticket: a page of the newest, oldest of the page first. Scope: messages:read.
     */
    list: (input: {
      ticketId: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      /** A page around this message, in the place of the newest */
      around?: string
      /** A page of those that came next after this message */
      after?: string
    }, options?: CallOptions) => Promise<{
      messages: Message[]
      hasMore: boolean
      nextCursor: string | null
      /** True if there are newer ones; only in a page by `around` or `after` */
      hasNewer?: boolean
    }>
    /**
     * Messages that have all of these words, or words that begin so, newest first. Scope:
     * messages:read.
     */
    search: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      showAll?: '0' | '1' | 'true' | 'false'
      queueIds?: string
      tags?: string
      users?: string
      date?: string
      origin?: 'ad'
      withUnreadMessages?: '0' | '1' | 'true' | 'false'
      priority?: string
    }, options?: CallOptions) => Promise<{
      hits: ({
        id: string
        createdAt: string
        ticketId: string
        line: string
        fromMe: boolean
        mediaType: 'chat' | 'image' | 'audio' | 'video' | 'application' | 'sticker' | 'locationMessage' | 'contactMessage' | 'vcard' | 'call_log' | 'unsupported' | 'order' | 'product' | 'payment' | 'paymentDeclined' | 'paymentCanceled' | 'paymentInvite' | 'poll' | 'event' | 'interactive' | 'invite' | 'stickerPack' | 'scheduledCall' | 'broadcastCall' | 'phoneRequest' | 'phoneOnly' | 'statusMention'
        author: string | null
        ticket: {
          id: string
          uuid: string
          status: 'pending' | 'open' | 'closed'
          contact: {
            id: string
            name: string
            number: string
            profilePicUrl: string | null
            channel?: 'whatsapp' | 'facebook' | 'instagram'
            blocked?: true
            tagIds?: string[]
          }
          queue: {
            id: string
            name: string
            color: string
          } | null
          user: {
            id: string
            name: string
          } | null
          isGroup: boolean
        }
      })[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /**
     * Write to the contact: a text, files, or both (one message per file); or a template; or a
     * poll. Scope: messages:write.
     */
    create: (input: {
      ticketId: string
      body?: string
      quotedMsg?: string | {
        id: string
      } | null
      uploads?: ({
        key: string
        fileName: string
        mimetype: string
        ptt?: boolean
        seconds?: number
        caption?: string
      })[]
      ptt?: boolean | 'true' | 'false'
      /** Quick message that the caller sees, whose file is sent first */
      quickMessageId?: string
      /** File list whose files follow in their order, each with its text */
      fileListId?: string
      /**
       * Chosen by the client: a retry with the same id is the same message; with other content it
       * is 409
       */
      clientId?: string
      /**
       * Whether the text is signed, where the company leaves that to its attendants (setting
       * `signMessages`)
       */
      sign?: boolean | 'true' | 'false'
      poll?: {
        question: string
        options: string[]
        several?: boolean
      }
      /**
       * In the place of text and files: an approved template of a cloud number, also once the time
       * to answer is over. `variables` are its values by name (GET /templates lists the names). One
       * file, of its kind, may take the place of the header's address
       */
      template?: {
        name: string
        language: string
        variables?: Record<string, string>
      }
      read?: unknown
      fromMe?: unknown
      mediaUrl?: string
    }, options?: CallOptions) => Promise<{
      messages: Message[]
    }>
    /** Prepare the upload of an attachment. Scope: messages:write. */
    upload: (input: {
      ticketId: string
      fileName: string
      mimetype: string
      size: number
    }, options?: CallOptions) => Promise<{
      key: string
      url: string
      fields: Record<string, string>
    }>
    /** Write to a number with a connection's token. Scope: messages:write. */
    send: (input: {
      number: string
      body?: string
      /**
       * In the place of text and files: an approved template of a cloud number, also once the time
       * to answer is over. `variables` are its values by name (GET /templates lists the names). One
       * file, of its kind, may take the place of the header's address
       */
      template?: {
        name: string
        language: string
        variables?: Record<string, string>
      }
      /** The connection; by default the company’s default one */
      whatsappId?: string
    }, options?: CallOptions) => Promise<{
      id: string
      ticketId: string
      ack: number
    }>
    /**
     * Delete an own message for everyone, up to 48 hours old; an admin any of the company. Scope:
     * messages:write.
     */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<Message>
  }
  tags: {
    /** The tags, by name. Scope: tags:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      tags: Tag[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** A tag. Scope: tags:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Tag>
    /** Create a tag; a kanban column from supervisors up. Scope: tags:write. */
    create: (input: {
      name: string
      color?: string
      kanban?: 0 | 1
      order?: number
    }, options?: CallOptions) => Promise<Tag>
    /** Change a tag; a kanban column from supervisors up. Scope: tags:write. */
    update: (input: {
      id: string
      name?: string
      color?: string
      kanban?: 0 | 1
      order?: number
    }, options?: CallOptions) => Promise<Tag>
    /**
     * Delete a tag; it leaves its tickets. A kanban column from supervisors up, another's tag with
     * the right to the catalogue. Scope: tags:write.
     */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
    /** Set the tags of a ticket. Scope: tickets:write. */
    sync: (input: {
      ticketId: string
      tags: (string | {
        id: string
      })[]
    }, options?: CallOptions) => Promise<Ticket>
  }
  fields: {
    /** The fields, by name. Scope: fields:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      fields: Field[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read a custom field; whom it is on and its type never change. Scope: fields:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Field>
    /** Create a custom field; whom it is on and its type never change. Scope: fields:write. */
    create: (input: {
      name: string
      on: 'contact' | 'ticket' | 'customer'
      type: 'text' | 'number' | 'date' | 'choice' | 'boolean' | 'link'
      choices?: string[]
    }, options?: CallOptions) => Promise<Field>
    /** Change a custom field; whom it is on and its type never change. Scope: fields:write. */
    update: (input: {
      id: string
      name?: string
      on?: 'contact' | 'ticket' | 'customer'
      type?: 'text' | 'number' | 'date' | 'choice' | 'boolean' | 'link'
      choices?: string[]
    }, options?: CallOptions) => Promise<Field>
    /** Delete a custom field; whom it is on and its type never change. Scope: fields:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
  }
  customers: {
    /**
     * Customers, by name; with `searchParam` those it finds by name or document. Scope:
     * customers:read.
     */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      /** Ignored by a search, which has its own order */
      sort?: 'name' | '-name'
      /** JSON object of values by the ids of choice or yes-or-no fields: a row has each of them */
      fields?: string
    }, options?: CallOptions) => Promise<{
      customers: Customer[]
      count: number
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read a customer; its addresses go with it, its orders stay. Scope: customers:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Customer>
    /** The customer of a CPF or CNPJ. Scope: customers:read. */
    search: (input: {
      document: string
    }, options?: CallOptions) => Promise<Customer>
    /** Create a customer; its addresses go with it, its orders stay. Scope: customers:write. */
    create: (input: {
      document: string
      fullName: string
      email: string
      birthday?: string | null
      portfolioId: string
      customerDefault?: boolean
      fields?: Record<string, string | number | boolean | null>
    }, options?: CallOptions) => Promise<Customer>
    /** Change a customer; its addresses go with it, its orders stay. Scope: customers:write. */
    update: (input: {
      id: string
      document?: string
      fullName?: string
      email?: string
      birthday?: string | null
      portfolioId?: string
      customerDefault?: boolean
      fields?: Record<string, string | number | boolean | null>
    }, options?: CallOptions) => Promise<Customer>
    /** Delete a customer; its addresses go with it, its orders stay. Scope: customers:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
  }
  addresses: {
    /** The addresses of a customer, the main one first. Scope: customers:read. */
    list: (input: {
      customerId: string
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      customerAddress: Address[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read an address of a customer. Scope: customers:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Address>
    /** Create an address of a customer. Scope: customers:write. */
    create: (input: {
      name: string
      zipCode: string
      address: string
      number: string
      complement?: string
      neighborhood: string
      city: string
      state: string
      latitude?: number | null
      longitude?: number | null
      isActive?: boolean
      customerId: string
    }, options?: CallOptions) => Promise<Address>
    /** Change an address of a customer. Scope: customers:write. */
    update: (input: {
      id: string
      name?: string
      zipCode?: string
      address?: string
      number?: string
      complement?: string
      neighborhood?: string
      city?: string
      state?: string
      latitude?: number | null
      longitude?: number | null
      isActive?: boolean
    }, options?: CallOptions) => Promise<Address>
    /** Delete an address of a customer. Scope: customers:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
  }
  portfolios: {
    /** The portfolios, by name. Scope: customers:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      portfolios: ({
        id: string
        code: string | null
        name: string
        userId: string
        user: {
          id: string
          name: string
        } | null
        createdAt: string
        updatedAt: string
      })[]
      hasMore: boolean
      nextCursor: string | null
    }>
  }
  products: {
    /**
     * Products, by name; with `searchParam` those it finds by name, EAN, code and description.
     * Scope: products:read.
     */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      categoryId?: string
      /** Only products this store sells, with only its price and stock */
      storeId?: string
      active?: '0' | '1' | 'true' | 'false'
      low?: '0' | '1' | 'true' | 'false'
      /** Ignored by a search, which has its own order */
      sort?: 'name' | '-name' | 'price' | '-price' | 'stock' | '-stock'
    }, options?: CallOptions) => Promise<{
      products: Product[]
      count: number
      /**
       * True if an order by price or stock, or a filter of a search, considered only the first
       * products
       */
      partial: boolean
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read a product; its prices go with it. Scope: products:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Product>
    /** Create a product; its prices go with it. Scope: products:write. */
    create: (input: {
      ean?: string
      name: string
      code?: string
      description?: string
      isActive?: boolean
      categoryId?: string | null
    }, options?: CallOptions) => Promise<Product>
    /** Change a product; its prices go with it. Scope: products:write. */
    update: (input: {
      id: string
      ean?: string
      name?: string
      code?: string
      description?: string
      isActive?: boolean
      categoryId?: string | null
      /** Null takes the file away; one that comes along counts more */
      media?: null
    }, options?: CallOptions) => Promise<Product>
    /** Delete a product; its prices go with it. Scope: products:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
    /** Prepare the upload of a picture that is too large for a form. Scope: products:write. */
    uploads: (input: {
      id: string
      fileName: string
      mimetype: string
      size: number
    }, options?: CallOptions) => Promise<{
      key: string
      url: string
      fields: Record<string, string>
    }>
    /**
     * Give a product its picture (PNG, JPEG, WebP), in the size of a detail and of a list. Scope:
     * products:write.
     */
    uploadMedia: (input: {
      id: string
      typeArch?: string
      /** Key of a file that was put into the bucket by the form of `uploads` */
      key?: string
      fileName?: string
    }, options?: CallOptions) => Promise<Product>
  }
  prices: {
    /** Prices and stock of a product, by store. Scope: products:read. */
    list: (input: {
      productId: string
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      productStores: Price[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Price and stock of a product in a store. Scope: products:read. */
    get: (input: {
      storeId: string
      productId: string
    }, options?: CallOptions) => Promise<{
      id: string
      storeId: string
      productId: string
      stock: number
      sellingPrice: number
      promotionPrice: number
      product: {
        id: string
        ean: string
        name: string
        code: string
        description: string
        isActive: boolean
        categoryId: string | null
        mediaPath: string | null
        thumbPath: string | null
        mediaName: string | null
      }
    }>
    /** Set the price and stock of a product in a store. Scope: products:write. */
    save: (input: {
      storeId: string
      productId: string
      stock: number
      costPrice: number
      sellingPrice: number
      promotionPrice: number
      stockBefore?: number
    }, options?: CallOptions) => Promise<Price>
    /** Take a product out of a store. Scope: products:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
  }
  categories: {
    /** The categories, by name. Scope: products:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      categories: Category[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read a category; its products stay, without one. Scope: products:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Category>
    /** Create a category; its products stay, without one. Scope: products:write. */
    create: (input: {
      code?: string | null
      name: string
      color?: string | null
    }, options?: CallOptions) => Promise<Category>
    /** Change a category; its products stay, without one. Scope: products:write. */
    update: (input: {
      id: string
      code?: string | null
      name?: string
      color?: string | null
    }, options?: CallOptions) => Promise<Category>
    /** Delete a category; its products stay, without one. Scope: products:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
  }
  stores: {
    /** The stores, by name. Scope: products:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      stores: Store[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read a store; its prices and rates go with it. Scope: products:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Store>
  }
  orders: {
    /**
     * Orders, the latest first; with `searchParam` those it finds by number or customer. Scope:
     * orders:read.
     */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      /** Orders of this customer */
      customerId?: string
      /** Orders in this status */
      statusId?: string
      /** Orders of this user */
      sellerId?: string
      /** First day, in the company’s time zone; dateTo is the last one */
      dateFrom?: string
      dateTo?: string
      /** Only paid orders, or only unpaid ones */
      paid?: '0' | '1' | 'true' | 'false'
      /** Ignored by a search, which has its own order */
      sort?: '-number' | 'number'
      canceled?: '0' | '1' | 'true' | 'false'
      /** Each with its items (name, amount, total); at most 20 orders a page */
      items?: '0' | '1' | 'true' | 'false'
    }, options?: CallOptions) => Promise<{
      budGets: ListedOrder[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** An order whole. Scope: orders:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Order>
    /**
     * The Pix code (BR Code) of an order: its store's key, what is paid by Pix and its number.
     * Scope: orders:read.
     */
    pix: (input: {
      id: string
    }, options?: CallOptions) => Promise<{
      qrcode: string
      key: string
      total: number
    }>
    /** Totals of an order before it is made. Scope: orders:read. */
    quote: (input: {
      storeId: string
      customerId?: string | null
      ticketId?: string | null
      itens: ({
        productId: string
        amount: number
        price?: number
        total?: number
      })[]
      typeDelivery: 'retirada' | 'entrega'
      addressId?: string | null
      coupon?: string | string[] | null
    }, options?: CallOptions) => Promise<{
      subTotal: number
      freight: number
      discount: number
      increase: number
      total: number
      items: ({
        productId: string
        name: string
        price: number
        amount: number
        total: number
        mediaPath: string | null
        mediaName: string | null
        stock: number
      })[]
      coupons: ({
        id: string | null
        name: string
        discount: number
      })[]
      route: string
    }>
    /**
     * Make an order: stock, coupons and its number in one; with an idempotency key once. Scope:
     * orders:write.
     */
    create: (input: {
      storeId: string
      customerId: string
      ticketId?: string | null
      itens: ({
        productId: string
        amount: number
        price?: number
        total?: number
      })[]
      typeDelivery: 'retirada' | 'entrega'
      addressId?: string | null
      coupon?: string | string[] | null
      draftId?: string
      payments?: ({
        method: string
        value: number
        change?: number
        installments?: number
      })[]
      subTotal?: number
      freight?: number
      discount?: number
      increase?: number
      total?: number
    }, options?: CallOptions) => Promise<Order>
    /**
     * Put an order into another status, of which its customer is told when the status has a text.
     * Scope: orders:write.
     */
    update: (input: {
      id: string
      statusBudGetId: string | null
    }, options?: CallOptions) => Promise<{
      id: string
      number: number
      numero: number
      ticketId: string | null
      contactId: string | null
      storeId: string
      store: {
        id: string
        name: string
      }
      customerId: string
      customer: {
        id: string
        fullName: string
      }
      statusBudGetId: string | null
      statusBudGet: {
        id: string
        name: string
      } | null
      userId: string
      user: {
        id: string
        name: string
      }
      emissionDate: string
      subTotal: number
      freight: number
      discount: number
      increase: number
      total: number
      freigh: number
      negotiated: number
      route: string
      itemCount: number
      items: ({
        productId: string
        name: string
        price: number
        amount: number
        total: number
        mediaPath: string | null
        mediaName: string | null
      })[]
      installments: number
      canceledAt: string | null
      paidAt: string | null
      createdAt: string
      updatedAt: string
      typeDelivery: 'retirada' | 'entrega'
      addressId: string | null
      address: {
        id: string
        name: string
        zipCode: string
        address: string
        number: string
        complement: string
        neighborhood: string
        city: string
        state: string
      } | null
      coupons: ({
        id: string | null
        name: string
        discount: number
      })[]
      payments: ({
        method: string
        name: string
        typePaymentId: string | null
        value: number
        change: number
        installments: number
      })[]
      pix: number
      history: ({
        at: string
        type: 'create' | 'status' | 'sent' | 'cancel'
        user: {
          id: string
          name: string
        } | null
        status: string | null
      })[]
      /**
       * The text of the status: outside of its customer's window it is stored and fails, to a
       * blocked contact none is written; null for none
       */
      notice: 'sent' | 'outsideWindow' | 'blocked' | null
    }>
    /**
     * Cancel an order: its stock and its coupons are given back, and lists show it only when asked.
     * Scope: orders:write.
     */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
    /**
     * Send an order's text, and its Pix code, into the conversation of its ticket. Scope:
     * orders:write.
     */
    send: (input: {
      id: string
      text?: boolean
      pix?: boolean
      /**
       * Chosen by the client: a retry with the same id sends nothing twice; of another order, 409
       */
      clientId?: string
    }, options?: CallOptions) => Promise<Order>
  }
  orderStatuses: {
    /** The statusBudGets, by name. Scope: orders:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      statusBudGets: ({
        id: string
        code: string | null
        name: string
        message: string
        templateId: string | null
        templateVariables: Record<string, string>
        paid: boolean
        userId: string
        createdAt: string
        updatedAt: string
      })[]
      hasMore: boolean
      nextCursor: string | null
    }>
  }
  payments: {
    /** The payments, by name. Scope: orders:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      payments: ({
        id: string
        code: string | null
        name: string
        typePaymentId: string
        typePayment: {
          id: string
          code: string
          change: boolean
          installments: boolean
        }
        userId: string
        createdAt: string
        updatedAt: string
      })[]
      hasMore: boolean
      nextCursor: string | null
    }>
  }
  coupons: {
    /** The coupons, by name. Scope: orders:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      coupons: ({
        id: string
        storeId: string | null
        name: string
        type: 'fixed' | 'percentage' | 'free_shipping'
        value: number
        valueFixed: number | null
        valuePercentage: number | null
        valueFreeShipping: number | null
        minimumValue: number
        maxDiscount: number | null
        startAt: string
        expiresAt: string | null
        usageLimit: number | null
        usagePerUser: number | null
        used: number
        freeShipping: boolean
        cumulative: boolean
        regions: string[]
        categories: string[]
        restrictions: string
        userId: string
        createdAt: string
        updatedAt: string
      })[]
      hasMore: boolean
      nextCursor: string | null
    }>
  }
  users: {
    /** Every user of the company: id, name and queues. Scope: team:read. */
    list: (input?: {
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
    }, options?: CallOptions) => Promise<({
      id: string
      name: string
      queueIds: string[]
      online: boolean
    })[]>
  }
  queues: {
    /** Every queue of the company, in order. Scope: team:read. */
    list: (input?: {
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
    }, options?: CallOptions) => Promise<Queue[]>
    /** A queue. Scope: team:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Queue>
  }
  connections: {
    /** Every connection of the company; `session=0` leaves the QR out. Scope: connections:read. */
    list: (input?: {
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      session?: string
    }, options?: CallOptions) => Promise<({
      id: string
      name: string
      status: 'qrcode' | 'PAIRING' | 'OPENING' | 'CONNECTED' | 'DISCONNECTED' | 'TIMEOUT'
      retries: number
      number: string | null
      isDefault: boolean
      channel: 'whatsapp' | 'facebook' | 'instagram'
      disconnectReason?: 'token' | 'logout' | 'permission' | 'banned' | 'numberGone' | 'unreachable' | 'certificate' | 'outdated' | 'unlinked' | 'replaced' | 'refused' | null
      greetingMessage: string
      complationMessage: string
      outOfHoursMessage: string
      ratingMessage: string
      ratingTemplateId?: string | null
      ratingTemplateVariables?: Record<string, string>
      provider: 'web' | 'cloud' | 'graph'
      phoneNumberId?: string | null
      businessAccountId?: string | null
      displayPhoneNumber?: string | null
      verifiedName?: string | null
      quality?: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN' | null
      messagingLimit?: 'TIER_50' | 'TIER_250' | 'TIER_1K' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED' | null
      catalogId?: string | null
      hasToken: boolean
      queueIds: string[]
      queues: ({
        id: string
        name: string
        color: string
      })[]
      promptId: string | null
      prompt: {
        id: string
        name: string
      } | null
      integrationId: string | null
      integration: {
        id: string
        name: string
      } | null
      phoneTest: string
      sendIdQueue: string | null
      timeSendQueue: number
      maxUseBotQueues: number
      timeUseBotQueues: number
      expiresTicket: number
      expiresInactiveMessage: string
      timeToTransfer: number
      transferQueueId: string | null
      schedules: ({
        weekday: string
        weekdayEn: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        startTime: string
        endTime: string
      })[]
      createdAt: string
      updatedAt: string
    })[]>
    /** A connection. Scope: connections:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<{
      id: string
      name: string
      status: 'qrcode' | 'PAIRING' | 'OPENING' | 'CONNECTED' | 'DISCONNECTED' | 'TIMEOUT'
      retries: number
      number: string | null
      isDefault: boolean
      channel: 'whatsapp' | 'facebook' | 'instagram'
      disconnectReason?: 'token' | 'logout' | 'permission' | 'banned' | 'numberGone' | 'unreachable' | 'certificate' | 'outdated' | 'unlinked' | 'replaced' | 'refused' | null
      greetingMessage: string
      complationMessage: string
      outOfHoursMessage: string
      ratingMessage: string
      ratingTemplateId?: string | null
      ratingTemplateVariables?: Record<string, string>
      provider: 'web' | 'cloud' | 'graph'
      phoneNumberId?: string | null
      businessAccountId?: string | null
      displayPhoneNumber?: string | null
      verifiedName?: string | null
      quality?: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN' | null
      messagingLimit?: 'TIER_50' | 'TIER_250' | 'TIER_1K' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED' | null
      catalogId?: string | null
      hasToken: boolean
      queueIds: string[]
      queues: ({
        id: string
        name: string
        color: string
      })[]
      promptId: string | null
      prompt: {
        id: string
        name: string
      } | null
      integrationId: string | null
      integration: {
        id: string
        name: string
      } | null
      phoneTest: string
      sendIdQueue: string | null
      timeSendQueue: number
      maxUseBotQueues: number
      timeUseBotQueues: number
      expiresTicket: number
      expiresInactiveMessage: string
      timeToTransfer: number
      transferQueueId: string | null
      schedules: ({
        weekday: string
        weekdayEn: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        startTime: string
        endTime: string
      })[]
      createdAt: string
      updatedAt: string
    }>
  }
  templates: {
    /**
     * The templates of a connection, by name; with `status=APPROVED` those that may be sent. Scope:
     * connections:read.
     */
    list: (input: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      whatsappId: string
      status?: 'APPROVED'
    }, options?: CallOptions) => Promise<{
      templates: ({
        id: string
        whatsappId: string
        name: string
        language: string
        category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'
        status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'IN_APPEAL' | 'PENDING_DELETION' | 'LIMIT_EXCEEDED' | 'ARCHIVED'
        quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
        rejectedReason: string | null
        components: ({
          type: 'HEADER'
          format: 'TEXT'
          text: string
          example?: {
            header_text?: string[]
            header_text_named_params?: ({
              param_name: string
              example: string
            })[]
          }
        } | {
          type: 'HEADER'
          format: 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'LOCATION'
          example?: {
            header_handle?: string[]
          }
        } | {
          type: 'BODY'
          text: string
          example?: {
            body_text?: (string[])[]
            body_text_named_params?: ({
              param_name: string
              example: string
            })[]
          }
        } | {
          type: 'FOOTER'
          text: string
        } | {
          type: 'BUTTONS'
          buttons: ({
            type: 'QUICK_REPLY'
            text: string
          } | {
            type: 'URL'
            text: string
            url: string
            example?: string[]
          } | {
            type: 'PHONE_NUMBER'
            text: string
            phone_number: string
          } | {
            type: 'COPY_CODE'
            text?: string
            example: string
          } | {
            type: 'OTHER'
            text?: string
          })[]
        } | {
          type: 'OTHER'
        })[]
        variables: string[]
        createdAt: string
        updatedAt: string
      })[]
      hasMore: boolean
      nextCursor: string | null
    }>
  }
  webhooks: {
    /** The webhooks, by name. Scope: webhooks:read. */
    list: (input?: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
    }, options?: CallOptions) => Promise<{
      webhooks: Webhook[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Read a webhook. Scope: webhooks:read. */
    get: (input: {
      id: string
    }, options?: CallOptions) => Promise<Webhook>
    /** Create a webhook; its secret is shown here and never again. Scope: webhooks:write. */
    create: (input: {
      name: string
      url: string
      events: ('message.received' | 'message.acknowledged' | 'ticket.opened' | 'ticket.closed' | 'ticket.rated' | 'order.created' | 'ticket.transferred' | 'ticket.idle' | 'tag.set' | 'order.status' | 'window.closing' | 'goal.breached')[]
      active?: boolean
    }, options?: CallOptions) => Promise<{
      id: string
      name: string
      url: string
      events: ('message.received' | 'message.acknowledged' | 'ticket.opened' | 'ticket.closed' | 'ticket.rated' | 'order.created' | 'ticket.transferred' | 'ticket.idle' | 'tag.set' | 'order.status' | 'window.closing' | 'goal.breached')[]
      active: boolean
      down: {
        since: string
        nextTryAt: string
      } | null
      createdAt: string
      updatedAt: string
      secret: string
    }>
    /** Change a webhook. Scope: webhooks:write. */
    update: (input: {
      id: string
      name?: string
      url?: string
      events?: ('message.received' | 'message.acknowledged' | 'ticket.opened' | 'ticket.closed' | 'ticket.rated' | 'order.created' | 'ticket.transferred' | 'ticket.idle' | 'tag.set' | 'order.status' | 'window.closing' | 'goal.breached')[]
      active?: boolean
    }, options?: CallOptions) => Promise<Webhook>
    /** Delete a webhook. Scope: webhooks:write. */
    remove: (input: {
      id: string
    }, options?: CallOptions) => Promise<undefined>
    /** Send a test event (`ping`) to a webhook, in the background. Scope: webhooks:write. */
    test: (input: {
      id: string
    }, options?: CallOptions) => Promise<Delivery>
  }
  deliveries: {
    /** The events of a webhook or an integration, newest first. Scope: webhooks:read. */
    list: (input: {
      searchParam?: string
      /** Cursor from the previous answer's nextCursor or Link header */
      cursor?: string
      limit?: number
      targetId: string
    }, options?: CallOptions) => Promise<{
      deliveries: Delivery[]
      hasMore: boolean
      nextCursor: string | null
    }>
    /** Send an event again, whatever became of it. Scope: webhooks:write. */
    sendAgain: (input: {
      id: string
    }, options?: CallOptions) => Promise<Delivery>
  }
}

/** Connects to an installation with a token. */
export const createClient = (options: Options): Balcao => connect(CALLS, options) as Balcao
