/**
 * Rows of connections. One file, since settings, the host's reports, tokens and the default
 * connection are parts of the same row, under conditions on each other.
 */
import { createHash } from 'node:crypto'
import { CHANNELS } from '@balcao/shared/entities/channel.ts'
import {
  DisconnectReason,
  MessagingLimit,
  Provider,
  Quality,
  type Whatsapp,
  type WhatsappRef,
} from '@balcao/shared/entities/whatsapp.ts'
import { WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { type ConnectionProblem, ConnectionState } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { z } from 'zod'
import { tokenHashOf, tokenHashWrite } from '../company/company.ts'
import { getUsage, usageChange } from '../company/usage.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { normalizeName } from '../table/normalize.ts'
import { unlessRefused } from '../table/refused.ts'
import { cacheFor } from '../table/short-cache.ts'
import { updateOne } from '../table/single-write.ts'
import {
  check,
  put,
  remove,
  retryUntilWritten,
  transact,
  update,
  type Write,
  WriteConflict,
} from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'
import { rememberProvider } from './known-providers.ts'
import { claimAccount, releaseAccount } from './meta-page-account.ts'
import { refusalWrite, registrationRemoval, registrationWrite } from './registration.ts'
import { replacementWrite } from './replacement-connection.ts'

const WHATSAPPS = defineRow({
  kind: 'whatsapp',
  key: { pk: '${companyId}#whatsapp', sk: 'whatsapp#${whatsappId}' },
  content: z.object({
    companyId: z.string(),
    whatsappId: z.string(),
    name: z.string(),
    status: ConnectionState,
    qrcode: z.string(),
    retries: z.number(),
    /** Digits of the business's number; absent until paired. */
    number: z.string().optional(),
    /** Lease under which the session host last reported; reports under an older one are ignored. */
    fence: z.number(),
    isDefault: z.boolean(),
    channel: z.enum(CHANNELS),
    /** Meta's id of the page or Instagram account, and of the page whose token is used for it. */
    accountId: z.string().optional(),
    pageId: z.string().optional(),
    /** Sealed token of the metaPage; absent while it is disconnected. */
    pageToken: z.string().optional(),
    /** Meta's ids of a cloud number and of the business account (WABA) that owns it. */
    phoneNumberId: z.string().optional(),
    businessAccountId: z.string().optional(),
    /**
     * Sealed token of the cloud number; absent once Meta refused it or somebody disconnected it.
     */
    accessToken: z.string().optional(),
    displayPhoneNumber: z.string().optional(),
    verifiedName: z.string().optional(),
    quality: Quality.optional(),
    messagingLimit: MessagingLimit.optional(),
    /** Meta's id of the catalogue whose products are sent as cards. */
    catalogId: z.string().optional(),
    /** True once people chose the catalogue, or none: what Meta says no longer changes it. */
    isCatalogChosen: z.boolean().optional(),
    disconnectReason: DisconnectReason.optional(),
    greetingMessage: z.string(),
    complationMessage: z.string(),
    outOfHoursMessage: z.string(),
    ratingMessage: z.string(),
    /** Template that asks for the rating once the window has closed. */
    ratingTemplateId: z.string().optional(),
    ratingTemplateVariables: z.record(z.string(), z.string()).optional(),
    provider: z.string(),
    /** SHA-256 of the connection token of the external API. */
    tokenHash: z.string().optional(),
    queueIds: z.array(z.string()),
    promptId: z.string().optional(),
    integrationId: z.string().optional(),
    phoneTest: z.string().optional(),
    sendIdQueue: z.string().optional(),
    timeSendQueue: z.number(),
    maxUseBotQueues: z.number(),
    timeUseBotQueues: z.number(),
    expiresTicket: z.number(),
    expiresInactiveMessage: z.string(),
    timeToTransfer: z.number(),
    transferQueueId: z.string().optional(),
    schedules: z.array(WeekdaySchedule),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
})

/** Rows that lead from a token of the external API to its connection. */
const API_TOKENS = defineRow({
  kind: 'apiToken',
  key: { pk: 'system#api-token#${tokenHash}', sk: 'token' },
  content: z.object({ tokenHash: z.string(), companyId: z.string(), whatsappId: z.string() }),
})

/** Connection as stored: the wire form without the fields that other rows hold. */
export type WhatsappRow = Omit<Whatsapp, 'queues' | 'hasToken' | 'prompt' | 'integration'> & {
  companyId: string
  tokenHash: string | null
  fence: number
  accountId?: string | null
  pageId?: string | null
  pageToken?: string | null
  accessToken?: string | null
  isCatalogChosen?: boolean
}

type Item = RowOf<typeof WHATSAPPS>

const NULLABLE = [
  ...(['number', 'tokenHash', 'promptId', 'integrationId', 'sendIdQueue', 'transferQueueId'] as const),
  ...(['accountId', 'pageId', 'pageToken', 'disconnectReason'] as const),
  ...(['phoneNumberId', 'businessAccountId', 'accessToken', 'displayPhoneNumber', 'verifiedName'] as const),
  ...(['quality', 'messagingLimit', 'catalogId', 'ratingTemplateId'] as const),
] as const

/** Returns the provider of a stored connection: linked devices were once stored as `stable`. */
const providerIn = (stored: string): Provider => Provider.catch('web').parse(stored)

const toRow = ({ whatsappId, ...item }: Item): WhatsappRow => ({
  ...item,
  id: whatsappId,
  provider: rememberProvider(whatsappId, providerIn(item.provider)),
  phoneTest: item.phoneTest ?? '',
  ...(Object.fromEntries(NULLABLE.map(name => [name, item[name] ?? null])) as Record<(typeof NULLABLE)[number], null>),
})

const toItem = ({ id, ...row }: WhatsappRow): Item => {
  const item: Record<string, unknown> = { ...row, whatsappId: id }
  for (const name of NULLABLE) if (item[name] === null || item[name] === undefined) delete item[name]
  return item as Item
}

export async function getWhatsapp(
  companyId: string,
  whatsappId: string,
  consistent = false,
): Promise<WhatsappRow | undefined> {
  const item = await WHATSAPPS.get({ companyId, whatsappId }, { consistent })
  return item && toRow(item)
}

/** Returns a connection. Throws ERR_NO_WAPP_FOUND. */
export async function requireWhatsapp(companyId: string, whatsappId: string, consistent = false): Promise<WhatsappRow> {
  const row = await getWhatsapp(companyId, whatsappId, consistent)
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND')
  return row
}

/** Returns a condition, labelled `whatsapp`: the connection exists. */
export const whatsappExists = (companyId: string, whatsappId: string): Write =>
  check('whatsapp', WHATSAPPS.check({ companyId, whatsappId }, { when: is => [is.exists()] }))

/** Returns the key of a connection's row. */
export const whatsappKey = (companyId: string, whatsappId: string): TableKey => WHATSAPPS.key({ companyId, whatsappId })

/** Lists every connection of the company, oldest first. */
export async function listWhatsapps(companyId: string, consistent = false): Promise<WhatsappRow[]> {
  return (await WHATSAPPS.every(WHATSAPPS.query({ companyId }), { consistent })).map(toRow)
}

const names = cacheFor<ReadonlyMap<string, string>>(5000)

/**
 * Returns the name of a connection, which may be five seconds old; null without an id, and for a
 * deleted connection.
 */
export async function connectionRef(companyId: string, whatsappId: string | null): Promise<WhatsappRef | null> {
  if (whatsappId === null) return null
  const known = await names.get(
    companyId,
    async () => new Map((await listWhatsapps(companyId)).map(({ id, name }) => [id, name])),
  )
  const name = known.get(whatsappId)
  return name === undefined ? null : { id: whatsappId, name }
}

const connected = cacheFor<WhatsappRow[]>(2000)

/**
 * Lists the connections that are CONNECTED, oldest first. A result without any may be two seconds
 * old; otherwise they are read.
 */
export async function listConnected(companyId: string): Promise<WhatsappRow[]> {
  const read = async () => (await listWhatsapps(companyId)).filter(({ status }) => status === 'CONNECTED')
  const found = await connected.get(companyId, read)
  if (found.length > 0) connected.forget(companyId)
  return found
}

/** Returns the connection of new tickets for which none is named. Throws ERR_NO_DEF_WAPP_FOUND. */
export async function defaultWhatsapp(companyId: string): Promise<WhatsappRow> {
  const { defaultWhatsappId } = await getUsage(companyId)
  const row = defaultWhatsappId ? await getWhatsapp(companyId, defaultWhatsappId) : undefined
  if (!row) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return row
}

/** Updates a company's registrations to its setting `call`. */
export async function setRefuseCalls(companyId: string, refuseCalls: boolean): Promise<void> {
  for (const { id } of await listWhatsapps(companyId, true)) {
    try {
      await transact([refusalWrite(id, refuseCalls)])
    } catch (error) {
      // The connection was deleted meanwhile.
      if (!(error instanceof WriteConflict)) throw error
    }
  }
}

/** Returns Meta's ids under which the connection's events arrive. */
const accountsOf = ({ accountId, phoneNumberId, businessAccountId }: WhatsappRow): string[] =>
  [accountId, phoneNumberId, businessAccountId].filter(id => typeof id === 'string')

const changedDefault = (companyId: string, whatsappId: string, isDefault: boolean): Write =>
  update('default', WHATSAPPS.change({ companyId, whatsappId }, { set: { isDefault } }))

const NAME_TAKEN = { whatsappName: 'ERR_WAPP_NAME_ALREADY_EXISTS' } as const
const TAKEN = { ...NAME_TAKEN, phoneNumberId: 'ERR_CLOUD_NUMBER_CONNECTED' } as const

/** Returns a new connection that is not stored yet, without a state and without a token. */
export function newWhatsapp(
  companyId: string,
  given: Omit<
    WhatsappRow,
    'id' | 'companyId' | 'qrcode' | 'retries' | 'number' | 'fence' | 'tokenHash' | 'createdAt' | 'updatedAt'
  >,
): WhatsappRow {
  const now = new Date().toISOString()
  const initial = { qrcode: '', retries: 0, number: null, fence: 0, tokenHash: null }
  return { ...given, ...initial, id: newId(), companyId, createdAt: now, updatedAt: now }
}

/**
 * Creates a connection together with `writes`; the first one of a company is always its default.
 * Throws ERR_WAPP_NAME_ALREADY_EXISTS, ERR_CLOUD_NUMBER_CONNECTED, ERR_PLAN_LIMIT.
 */
export async function createWhatsapp(
  given: WhatsappRow,
  limit: number,
  refuseCalls: boolean,
  writes: readonly Write[] = [],
): Promise<WhatsappRow> {
  const { companyId } = given
  return retryUntilWritten(async () => {
    const usage = await getUsage(companyId)
    if (usage.connections >= limit) throw new AppError('ERR_PLAN_LIMIT')
    // A metaPage cannot be the default, as it does not reach contacts by their number.
    const mayBeDefault = capabilitiesOf(given).defaultConnection
    const isDefault = mayBeDefault && (given.isDefault || usage.defaultWhatsappId === '')
    const row = { ...given, isDefault }
    await transact(
      [
        put('whatsapp', WHATSAPPS.create(toItem(row))),
        ...(capabilitiesOf(row).transport === 'session'
          ? [registrationWrite(companyId, row.id, refuseCalls)]
          : accountsOf(row).map(accountId => claimAccount(row, accountId))),
        ...reclaim(companyId, 'whatsappName', row.id, undefined, normalizeName(row.name)),
        ...reclaim(companyId, 'phoneNumberId', row.id, undefined, row.phoneNumberId ?? undefined),
        usageChange(companyId, {
          add: { connections: 1 },
          below: { connections: limit },
          ...(isDefault ? { defaultWhatsapp: { from: usage.defaultWhatsappId, to: row.id } } : {}),
        }),
        ...(isDefault && usage.defaultWhatsappId ? [changedDefault(companyId, usage.defaultWhatsappId, false)] : []),
        ...writes,
      ],
      TAKEN,
    )
    connected.forget(companyId)
    names.forget(companyId)
    return row
  })
}

type Settable = Omit<
  WhatsappRow,
  | (
      | 'id'
      | 'companyId'
      | 'status'
      | 'qrcode'
      | 'retries'
      | 'number'
      | 'fence'
      | 'tokenHash'
      | 'createdAt'
      | 'updatedAt'
    )
  | ('channel' | 'provider' | 'accountId' | 'pageId' | 'pageToken' | 'disconnectReason')
  | ('phoneNumberId' | 'businessAccountId' | 'accessToken')
>
export type WhatsappChange = { [K in keyof Settable]?: Settable[K] | undefined }

/**
 * Changes the fields of a connection that users set, not those that its session reports.
 * `isDefault: true` takes the default from the other connection; giving it up without a successor
 * throws ERR_NO_OTHER_WHATSAPP. Throws ERR_WAPP_NAME_ALREADY_EXISTS, ERR_NO_WAPP_FOUND, and
 * ERR_CHANNEL_UNSUPPORTED if a metaPage is to be the default.
 */
export async function changeWhatsapp(
  companyId: string,
  whatsappId: string,
  change: WhatsappChange,
): Promise<WhatsappRow> {
  return retryUntilWritten(async () => {
    const [before, usage] = await Promise.all([requireWhatsapp(companyId, whatsappId, true), getUsage(companyId)])
    const isHolder = usage.defaultWhatsappId === whatsappId
    if (change.isDefault === false && isHolder) throw new AppError('ERR_NO_OTHER_WHATSAPP')
    if (change.isDefault === true && !capabilitiesOf(before).defaultConnection)
      throw new AppError('ERR_CHANNEL_UNSUPPORTED')
    const takes = change.isDefault === true && !isHolder
    const set: Record<string, unknown> = { updatedAt: new Date().toISOString() }
    const unset: string[] = []
    // A connection that is already the default does not write it again: another one may be taking
    // it at this moment.
    for (const [name, value] of Object.entries({ ...change, isDefault: takes || undefined })) {
      if (value === null) unset.push(name)
      else if (value !== undefined) set[name] = value
    }
    await transact(
      [
        update(
          'whatsapp',
          WHATSAPPS.change(
            { companyId, whatsappId },
            { set, remove: unset as (keyof Item)[], when: is => [is.equal('name', before.name)] },
          ),
        ),
        ...reclaim(
          companyId,
          'whatsappName',
          whatsappId,
          normalizeName(before.name),
          normalizeName(change.name ?? before.name),
        ),
        ...(takes
          ? [
              usageChange(companyId, { defaultWhatsapp: { from: usage.defaultWhatsappId, to: whatsappId } }),
              ...(usage.defaultWhatsappId ? [changedDefault(companyId, usage.defaultWhatsappId, false)] : []),
            ]
          : []),
      ],
      NAME_TAKEN,
    )
    names.forget(companyId)
    return requireWhatsapp(companyId, whatsappId, true)
  })
}

/**
 * Deletes a connection, its registration and its token; the oldest of the others replaces it as the
 * default, and is returned as `heir`. `deleted` is false if it was already deleted.
 * @param moveTo connection that takes over its campaigns and scheduled messages
 * @param writes further writes of the same transaction
 * @throws ERR_NO_WAPP_FOUND if `moveTo` does not exist (any more)
 */
export async function deleteWhatsapp(
  companyId: string,
  whatsappId: string,
  { moveTo, writes = [] }: { moveTo?: string | undefined; writes?: readonly Write[] } = {},
): Promise<{ deleted: boolean; newDefault?: WhatsappRow }> {
  return retryUntilWritten(async () => {
    const [all, usage] = await Promise.all([listWhatsapps(companyId, true), getUsage(companyId)])
    const row = all.find(other => other.id === whatsappId)
    if (!row) return { deleted: false }
    if (moveTo !== undefined && !all.some(({ id }) => id === moveTo)) throw new AppError('ERR_NO_WAPP_FOUND')
    const newDefault =
      usage.defaultWhatsappId === whatsappId
        ? all.find(other => other.id !== whatsappId && capabilitiesOf(other).defaultConnection)
        : undefined
    await transact([
      remove(
        'whatsapp',
        WHATSAPPS.delete(
          { companyId, whatsappId },
          {
            when: is => [
              is.equal('name', row.name),
              row.tokenHash ? is.equal('tokenHash', row.tokenHash) : is.absent('tokenHash'),
            ],
          },
        ),
      ),
      ...(capabilitiesOf(row).transport === 'session'
        ? [registrationRemoval(whatsappId)]
        : accountsOf(row).map(accountId => releaseAccount(companyId, whatsappId, accountId))),
      ...reclaim(companyId, 'whatsappName', whatsappId, normalizeName(row.name), undefined),
      ...reclaim(companyId, 'phoneNumberId', whatsappId, row.phoneNumberId ?? undefined, undefined),
      usageChange(companyId, {
        add: { connections: -1 },
        ...(usage.defaultWhatsappId === whatsappId
          ? { defaultWhatsapp: { from: whatsappId, to: newDefault?.id ?? '' } }
          : {}),
      }),
      ...(newDefault ? [changedDefault(companyId, newDefault.id, true)] : []),
      ...writes,
      ...(moveTo === undefined ? [] : [replacementWrite(companyId, whatsappId, moveTo)]),
      // Making it the default also requires that it exists; a transaction may contain a row only
      // once.
      ...(moveTo === undefined || moveTo === newDefault?.id ? [] : [whatsappExists(companyId, moveTo)]),
      ...(row.tokenHash ? [remove('token', API_TOKENS.delete({ tokenHash: row.tokenHash }))] : []),
    ])
    names.forget(companyId)
    return { deleted: true, ...(newDefault ? { newDefault: { ...newDefault, isDefault: true } } : {}) }
  })
}

/**
 * Report of the session host about a connection; accepted only under a lease at least as new as the
 * last accepted one.
 */
export type ConnectionReport = {
  status: WhatsappRow['status']
  qrcode: string
  retries: number
  number?: string | undefined
  problem?: ConnectionProblem | undefined
}

/**
 * Stores the report of the session host that holds lease `fence`. Returns the connection as it is
 * then, or undefined if it was deleted or a newer lease has reported.
 */
export async function setConnectionState(
  companyId: string,
  whatsappId: string,
  { number, problem, ...report }: ConnectionReport,
  fence: number,
): Promise<WhatsappRow | undefined> {
  const set = {
    ...report,
    ...(number ? { number } : {}),
    ...(problem ? { disconnectReason: problem } : {}),
    ...{ fence, updatedAt: new Date().toISOString() },
  }
  const remove: (keyof Item)[] = problem ? [] : ['disconnectReason']
  const after = await unlessRefused(
    updateOne(WHATSAPPS.change({ companyId, whatsappId }, { set, remove, when: is => [is.atMost('fence', fence)] })),
  )
  const item = after && WHATSAPPS.parse(after)
  if (!item) return undefined
  connected.forget(companyId)
  return toRow(item)
}

/**
 * Stores the state that follows from a user's request at once; the session host's report follows.
 * Throws ERR_NO_WAPP_FOUND.
 */
export async function expectConnectionState(
  companyId: string,
  whatsappId: string,
  status: 'OPENING' | 'DISCONNECTED',
): Promise<WhatsappRow> {
  const set = { status, qrcode: '', retries: 0, updatedAt: new Date().toISOString() }
  const change = { set, remove: ['disconnectReason'] as const }
  const after = await unlessRefused(updateOne(WHATSAPPS.change({ companyId, whatsappId }, change)))
  const item = after && WHATSAPPS.parse(after)
  if (!item) throw new AppError('ERR_NO_WAPP_FOUND')
  return toRow(item)
}

/**
 * Stores that a metaPage was connected (with its sealed token), or is no longer, with the reason.
 * While connected, it receives its events. Throws ERR_NO_WAPP_FOUND.
 */
export async function setMetaPageState(
  companyId: string,
  whatsappId: string,
  state: { pageToken: string } | { reason: 'token' | 'logout' },
): Promise<WhatsappRow> {
  return retryUntilWritten(async () => {
    const before = await requireWhatsapp(companyId, whatsappId, true)
    if (!before.accountId) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
    const connected = 'pageToken' in state
    const updatedAt = new Date().toISOString()
    await transact([
      update(
        'whatsapp',
        WHATSAPPS.change(
          { companyId, whatsappId },
          {
            ...(connected
              ? { set: { pageToken: state.pageToken, status: 'CONNECTED', updatedAt }, remove: ['disconnectReason'] }
              : { set: { disconnectReason: state.reason, status: 'DISCONNECTED', updatedAt }, remove: ['pageToken'] }),
            when: is => [before.pageToken ? is.equal('pageToken', before.pageToken) : is.absent('pageToken')],
          },
        ),
      ),
      connected ? claimAccount(before, before.accountId) : releaseAccount(companyId, whatsappId, before.accountId),
    ])
    return requireWhatsapp(companyId, whatsappId, true)
  })
}

/** Fields of a cloud number that Meta states. */
export type CloudNumber = {
  displayPhoneNumber: string | null
  verifiedName: string | null
  quality: Quality | null
  messagingLimit: MessagingLimit | null
  /** Id of the catalogue; absent where Meta was not asked, or did not say. */
  catalogId?: string | null
}

/**
 * Stores that a cloud number was connected (with its sealed token and what Meta says about it), or
 * is no longer, with the reason. One that somebody disconnected receives nothing; one whose token
 * is lost still does. Throws ERR_NO_WAPP_FOUND, and ERR_CHANNEL_UNSUPPORTED for another
 * provider.
 * @param about the connection that the state is about, where that is not sure to be as it was: if
 * it has another token since, or none, nothing changes
 */
export async function setCloudState(
  companyId: string,
  whatsappId: string,
  state:
    | ({ accessToken: string; number: string } & CloudNumber)
    | { reason: 'token' | 'logout' | 'permission' | 'banned' | 'numberGone' },
  about?: WhatsappRow,
): Promise<WhatsappRow> {
  return retryUntilWritten(async () => {
    const before = await requireWhatsapp(companyId, whatsappId, true)
    if (before.provider !== 'cloud') throw new AppError('ERR_CHANNEL_UNSUPPORTED')
    if (about && about.accessToken !== before.accessToken) return before
    const updatedAt = new Date().toISOString()
    const { set, unset } =
      'reason' in state
        ? {
            set: { disconnectReason: state.reason, status: 'DISCONNECTED' as const, updatedAt },
            unset: (USELESS.has(state.reason) ? ['accessToken'] : []) as (keyof Item)[],
          }
        : connectedCloud(before.isCatalogChosen ? { ...state, catalogId: before.catalogId ?? null } : state, updatedAt)
    await transact([
      update(
        'whatsapp',
        WHATSAPPS.change(
          { companyId, whatsappId },
          {
            set,
            remove: unset,
            when: is => [before.accessToken ? is.equal('accessToken', before.accessToken) : is.absent('accessToken')],
          },
        ),
      ),
      ...receiving(before, state),
    ])
    connected.forget(companyId)
    return requireWhatsapp(companyId, whatsappId, true)
  })
}

/** Reasons after which a cloud number's token is of no use; a lifted ban makes it valid again. */
const USELESS: ReadonlySet<DisconnectReason> = new Set(['token', 'logout'])

/** Returns the writes by which a cloud number receives its messages, or no longer does. */
function receiving(row: WhatsappRow, state: { accessToken: string } | { reason: string }): Write[] {
  const { companyId, id, phoneNumberId } = row
  if (!phoneNumberId) return []
  if ('accessToken' in state) return [claimAccount(row, phoneNumberId)]
  return state.reason === 'logout' ? [releaseAccount(companyId, id, phoneNumberId)] : []
}

function connectedCloud(
  { accessToken, number, ...said }: { accessToken: string; number: string } & CloudNumber,
  updatedAt: string,
): { set: Partial<Item>; unset: (keyof Item)[] } {
  const known = Object.entries(said).filter(([, value]) => value !== null)
  const unknown = Object.entries(said).flatMap(([name, value]) => (value === null ? [name as keyof Item] : []))
  return {
    set: { accessToken, number, status: 'CONNECTED', updatedAt, ...Object.fromEntries(known) },
    unset: ['disconnectReason', ...unknown],
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Replaces the connection's token; the previous one is invalid from then on. Throws
 * ERR_NO_WAPP_FOUND.
 */
export async function replaceApiToken(companyId: string, whatsappId: string, token: string): Promise<void> {
  const tokenHash = hashOf(token)
  return retryUntilWritten(async () => {
    const { tokenHash: earlier } = await requireWhatsapp(companyId, whatsappId, true)
    await transact([
      update(
        'whatsapp',
        WHATSAPPS.change(
          { companyId, whatsappId },
          {
            set: { tokenHash, updatedAt: new Date().toISOString() },
            when: is => [earlier ? is.equal('tokenHash', earlier) : is.absent('tokenHash')],
          },
        ),
      ),
      put('token', API_TOKENS.create({ tokenHash, companyId, whatsappId })),
      ...(earlier ? [remove('token', API_TOKENS.delete({ tokenHash: earlier }))] : []),
    ])
  })
}

/** Value in a token's row in place of a connection id: the token is the company's. */
const DEFAULT = 'default'

/**
 * Replaces the company's own token; the previous one is invalid from then on. Throws
 * ERR_NO_COMPANY_FOUND.
 */
export async function replaceCompanyToken(companyId: string, token: string): Promise<void> {
  const tokenHash = hashOf(token)
  return retryUntilWritten(async () => {
    const earlier = await tokenHashOf(companyId)
    await transact([
      tokenHashWrite(companyId, tokenHash, earlier),
      put('token', API_TOKENS.create({ tokenHash, companyId, whatsappId: DEFAULT })),
      ...(earlier ? [remove('token', API_TOKENS.delete({ tokenHash: earlier }))] : []),
    ])
  })
}

/**
 * Returns the connection of a token of the external API. A company's token stands for its current
 * default connection; for a company without one the result is the same as for a deleted connection.
 */
export async function findByApiToken(token: string): Promise<{ companyId: string; whatsappId: string } | undefined> {
  const found = await API_TOKENS.get({ tokenHash: hashOf(token) }, { consistent: true })
  if (!found) return undefined
  const { companyId, whatsappId } = found
  return { companyId, whatsappId: whatsappId === DEFAULT ? (await getUsage(companyId)).defaultWhatsappId : whatsappId }
}

/** Removes a deleted queue from the connections that used it; returns those connections. */
export async function dropQueueFromWhatsapps(companyId: string, queueId: string): Promise<WhatsappRow[]> {
  const concerned = (await listWhatsapps(companyId, true)).filter(
    row => row.queueIds.includes(queueId) || row.sendIdQueue === queueId || row.transferQueueId === queueId,
  )
  return Promise.all(
    concerned.map(row =>
      changeWhatsapp(companyId, row.id, {
        queueIds: row.queueIds.filter(id => id !== queueId),
        ...(row.sendIdQueue === queueId ? { sendIdQueue: null } : {}),
        ...(row.transferQueueId === queueId ? { transferQueueId: null } : {}),
      }),
    ),
  )
}
