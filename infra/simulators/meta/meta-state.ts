import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { META_APP } from '../../local/simulator-accounts.ts'

export type FacebookUser = { userId: string; userToken: string; longToken: string }

/** A person's page, possibly with an Instagram account. */
export type MetaPage = {
  pageId: string
  name: string
  instagramId: string | null
  username: string | null
  userId: string
  token: string
  /** Fields that the app has subscribed to; null while it is not subscribed. */
  subscribed: string[] | null
}

type File = { id: string; type: 'image' | 'audio' | 'video' | 'file' }

export type Message = {
  mid: string
  /** Id of the page or the Instagram account. */
  accountId: string
  customerId: string
  fromCustomer: boolean
  text: string
  file: File | null
  /** Epoch ms. */
  at: number
  read: boolean
  deleted: boolean
  /** True if it was sent with the tag HUMAN_AGENT. */
  asPerson: boolean
  /** True if the app wrote it, false for somebody at the page. */
  byApp: boolean
}

export type Customer = { id: string; accountId: string; name: string; seenAt: number | null; typing: boolean }

type Kept = { people: FacebookUser[]; pages: MetaPage[]; customers: Customer[]; messages: Message[] }

export type MetaState = Kept & {
  files: Map<string, { bytes: Buffer; mimetype: string }>
  save: () => void
  pageOf: (accountId: string) => MetaPage | undefined
  conversation: (accountId: string, customerId: string) => Message[]
}

/**
 * Opens the simulator's state, stored in a file when `dir` is given; media end with the process.
 */
export function openMetaState(dir: string | undefined): MetaState {
  const path = dir && join(dir, 'meta.json')
  const kept = read(path)
  return {
    ...kept,
    files: new Map(),
    save() {
      if (path) writeFileSync(path, JSON.stringify(kept), { mode: 0o600 })
    },
    pageOf: accountId =>
      kept.pages.find(metaPage => metaPage.pageId === accountId || metaPage.instagramId === accountId),
    conversation: (accountId, customerId) =>
      kept.messages.filter(message => message.accountId === accountId && message.customerId === customerId),
  }
}

function read(path: string | undefined): Kept {
  try {
    if (path) return JSON.parse(readFileSync(path, 'utf8')) as Kept
  } catch {
    // There is no file at the first start.
  }
  return { people: [], pages: [], customers: [], messages: [] }
}

/** Returns a number as long as Meta's. */
export const newNumber = (): string => `1${Array.from({ length: 15 }, () => randomInt(10)).join('')}`
export const newToken = (kind: string): string => `EAA${kind}${randomBytes(30).toString('base64url')}`
/** Returns a message id. Messenger's begin with `m_`; Instagram's are longer than most ids. */
export const newMid = (instagram: boolean): string =>
  instagram
    ? `aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE${randomBytes(90).toString('base64url')}`
    : `m_${randomBytes(40).toString('base64url')}`

export const sign = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

export const proofOf = (token: string): string => createHmac('sha256', META_APP.secret).update(token).digest('hex')
