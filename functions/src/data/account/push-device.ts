/**
 * Browsers that receive pushes: one row each, and one row of the installation that says whose a
 * subscription is.
 */
import { createHash } from 'node:crypto'
import { MAX_PUSH_DEVICES, type PushDevice } from '@balcao/shared/entities/push-device.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { z } from 'zod'
import { seal, unseal } from '../../integrations/sealed.ts'
import type { Subscription } from '../../integrations/web-push/send-push.ts'
import { type Change, defineRow, type RowOf } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { isWritten } from '../table/refused.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { updateOne } from '../table/single-write.ts'
import { put, remove, retryUntilWritten, transact } from '../table/transact.ts'

/** Seconds after which a browser is forgotten: it reports each time it opens the product. */
const KEPT_SECONDS = 30 * 86_400
/** Number of consecutive failures of the push service after which a device is deleted. */
const MAX_FAILURES = 20
/** Milliseconds between two tests of a device. */
const TEST_MS = 5000

const PLACE = 'push.subscription'

export type PushDeviceRow = PushDevice & {
  companyId: string
  userId: string
  /** Session with which the device ends. */
  sessionId: string
  /** Sealed subscription: a person who knows it could send pushes to the browser, or pose as it. */
  subscription: string
  language: Language
}

const DEVICES = defineRow({
  kind: 'pushDevice',
  key: { pk: '${companyId}#push', sk: 'user#${userId}#${hash}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    /** Digest of the subscription's address. */
    hash: z.string(),
    id: z.string(),
    sessionId: z.string(),
    subscription: z.string(),
    language: z.custom<Language>(),
    browser: z.custom<PushDevice['browser']>(),
    createdAt: z.string(),
    /** Number of consecutive failures of the push service. */
    failures: z.number().optional(),
    /** Time (epoch ms) of the last test. */
    testedAt: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['hash'],
  unmarked: true,
})
type Stored = RowOf<typeof DEVICES>

/** User to whom a subscription belongs. */
const OWNERS = defineRow({
  kind: 'pushOwner',
  key: { pk: 'system#push#${hash}', sk: 'owner' },
  content: z.object({ hash: z.string(), companyId: z.string(), userId: z.string(), expiresAt: z.number() }),
  keyOnly: ['hash'],
  unmarked: true,
})

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

const isKept = (device: { expiresAt: number }): boolean => device.expiresAt * 1000 > Date.now()

/** Reads the devices of a company, or of one of its users. */
async function storedOf(companyId: string, userId?: string): Promise<Stored[]> {
  const query = DEVICES.query({ companyId }, userId === undefined ? undefined : { begins: `user#${userId}#` })
  return (await DEVICES.every(query, { consistent: true })).filter(isKept)
}

const toRow = ({ companyId, id, userId, sessionId, subscription, language, browser, createdAt }: Stored) => ({
  ...{ companyId, id, userId, sessionId, subscription, language, browser, createdAt },
})

export const toWirePushDevice = ({ id, browser, createdAt }: PushDeviceRow): PushDevice => ({ id, browser, createdAt })

/**
 * Returns the subscription of a device, or undefined if it was sealed with a secret that is no
 * longer configured.
 */
export function subscriptionOf({ companyId, subscription }: PushDeviceRow): Subscription | undefined {
  const opened = unseal(companyId, PLACE, subscription)
  return opened === undefined ? undefined : (JSON.parse(opened) as Subscription)
}

/** Lists the devices of a user, the oldest first. */
export async function pushDevicesOf(companyId: string, userId: string): Promise<PushDeviceRow[]> {
  const devices = await storedOf(companyId, userId)
  return devices.sort((a, b) => (a.id < b.id ? -1 : 1)).map(toRow)
}

/** Lists the devices of a company: one read unit per about seven. */
export const listPushDevices = async (companyId: string): Promise<PushDeviceRow[]> =>
  (await storedOf(companyId)).map(toRow)

/**
 * Returns whether a company has any device. Costs half a read unit; may be wrong for a moment after
 * the first one was added.
 */
export async function hasPushDevices(companyId: string): Promise<boolean> {
  const { items } = await queryItems(DEVICES.query({ companyId }), 1, { attributes: ['sk'] })
  return items.length > 0
}

type NewPushDevice = Pick<PushDeviceRow, 'companyId' | 'userId' | 'sessionId' | 'language' | 'browser'> & {
  subscription: Subscription
}

/**
 * Adds a subscription to a user's devices; the same subscription again is the same device. A
 * subscription belongs to one browser, so its previous user no longer gets pushes there. Deletes
 * devices of an earlier session, and the oldest ones above the limit. Throws ERR_CONFLICT.
 */
export async function addPushDevice(given: NewPushDevice): Promise<PushDeviceRow> {
  const { companyId, userId, sessionId, language, browser, subscription } = given
  const hash = hashOf(subscription.endpoint)
  const expiresAt = Math.floor(Date.now() / 1000) + KEPT_SECONDS
  const row = await retryUntilWritten(async (): Promise<PushDeviceRow> => {
    const [known, before] = await Promise.all([
      DEVICES.get({ companyId, userId, hash }, { consistent: true }),
      OWNERS.get({ hash }, { consistent: true }),
    ])
    const row: PushDeviceRow = {
      ...{ companyId, userId, sessionId, language, browser },
      id: known?.id ?? newId(),
      createdAt: known?.createdAt ?? new Date().toISOString(),
      subscription: seal(companyId, PLACE, JSON.stringify(subscription)),
    }
    const owner = { hash, companyId, userId, expiresAt }
    const other = before && (before.companyId !== companyId || before.userId !== userId) ? before : undefined
    await transact([
      put('device', DEVICES.put({ ...row, hash, expiresAt })),
      put(
        'owner',
        before
          ? OWNERS.put(owner, {
              when: is => [is.equal('companyId', before.companyId), is.equal('userId', before.userId)],
            })
          : OWNERS.create(owner),
      ),
      ...(other ? [remove('other', DEVICES.delete(other))] : []),
    ])
    return row
  })
  await makePlace(row)
  return row
}

async function makePlace({ companyId, userId, sessionId }: PushDeviceRow): Promise<void> {
  const devices = (await storedOf(companyId, userId)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const mine = devices.filter(device => device.sessionId === sessionId)
  const surplus = mine.slice(0, Math.max(0, mine.length - MAX_PUSH_DEVICES))
  await removeDevices([...devices.filter(device => device.sessionId !== sessionId), ...surplus])
}

const removeDevices = (devices: readonly Stored[]): Promise<void> =>
  removeKeys(devices.flatMap(device => [DEVICES.key(device), OWNERS.key(device)]))

const findStored = async (companyId: string, userId: string, id: string): Promise<Stored | undefined> =>
  (await storedOf(companyId, userId)).find(device => device.id === id)

/** Returns a user's device. */
export async function getPushDevice(companyId: string, userId: string, id: string): Promise<PushDeviceRow | undefined> {
  const device = await findStored(companyId, userId, id)
  return device && toRow(device)
}

/** Deletes a device; a missing one is no error. */
export async function removePushDevice(companyId: string, userId: string, id: string): Promise<void> {
  const device = await findStored(companyId, userId, id)
  if (device) await removeDevices([device])
}

/** Deletes all devices of a user; with `sessionId` only those of that session. */
export async function removePushDevices(companyId: string, userId: string, sessionId?: string): Promise<void> {
  const devices = await storedOf(companyId, userId)
  await removeDevices(devices.filter(device => sessionId === undefined || device.sessionId === sessionId))
}

/**
 * Returns whether a test may be sent to a device now: one per `TEST_MS`. Returns false for a
 * deleted device.
 */
export async function takeTest(companyId: string, userId: string, id: string, now = Date.now()): Promise<boolean> {
  const device = await findStored(companyId, userId, id)
  if (!device) return false
  return change(device, {
    set: { testedAt: now },
    when: is => [is.any(is.absent('testedAt'), is.below('testedAt', now - TEST_MS))],
  })
}

/** Records that the push service accepted a push: earlier failures no longer count. */
export async function pushTaken(companyId: string, userId: string, id: string): Promise<void> {
  const device = await findStored(companyId, userId, id)
  if (device?.failures) await change(device, { remove: ['failures'] })
}

/** Records that the push service failed. A device that keeps failing is deleted. */
export async function pushFailed(companyId: string, userId: string, id: string): Promise<void> {
  const device = await findStored(companyId, userId, id)
  if (!device) return
  const failures = (device.failures ?? 0) + 1
  if (failures < MAX_FAILURES) await change(device, { set: { failures } })
  else await removeDevices([device])
}

/** Changes a device; returns false if it was deleted, or the condition failed. */
const change = ({ companyId, userId, hash }: Stored, changes: Change<Stored>): Promise<boolean> =>
  isWritten(updateOne(DEVICES.change({ companyId, userId, hash }, changes)))
