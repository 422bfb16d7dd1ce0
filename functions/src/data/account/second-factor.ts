/**
 * A user's second factor: the secret of their authenticator app and their recovery codes, one row
 * per user. It is active once a code of it was confirmed.
 */
import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@balcao/shared/entities/second-factor.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { isTotpCode, newTotpSecret, totpStep } from '../../http/totp.ts'
import { seal, unseal } from '../../integrations/sealed.ts'
import { type Change, defineRow, type RowOf } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { putOne } from '../table/single-write.ts'
import { remove, update, type Write } from '../table/transact.ts'

const PLACE = 'secondFactor.secret'
/**
 * Alphabet without characters that look alike: 31^16 codes, about 79 bits, so that a digest cannot
 * be reversed by trying codes.
 */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const [GROUPS, GROUP] = [4, 4]

export type SecondFactorRow = {
  companyId: string
  userId: string
  /** Sealed secret. */
  secret: string
  /** Time (epoch ms) since which it is active; undefined if no code was confirmed yet. */
  since: number | undefined
  /** Last time step whose code was accepted: no code is accepted twice. */
  lastStep: number
  /** Digests of the remaining recovery codes. */
  recovery: ReadonlySet<string>
}

const FACTORS = defineRow({
  kind: 'secondFactor',
  key: { pk: '${companyId}#second-factor', sk: 'user#${userId}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    secret: z.string(),
    since: z.number().optional(),
    lastStep: z.number().optional(),
    recovery: z.set(z.string()).optional(),
  }),
  keyOnly: ['companyId', 'userId'],
  unmarked: true,
})
type Stored = RowOf<typeof FACTORS>

const toRow = ({ since, lastStep = 0, recovery = new Set(), ...row }: Stored): SecondFactorRow => ({
  ...row,
  since,
  lastStep,
  recovery,
})

/** Key and parser for a batch read with other rows. */
export const secondFactorRow = {
  key: (companyId: string, userId: string) => FACTORS.key({ companyId, userId }),
  parse: (item: Record<string, unknown>): SecondFactorRow => toRow(FACTORS.parse(item)!),
}

export async function getSecondFactor(companyId: string, userId: string): Promise<SecondFactorRow | undefined> {
  const stored = await FACTORS.get({ companyId, userId }, { consistent: true })
  return stored && toRow(stored)
}

/** Returns whether the user has to enter a code. */
export const isOn = (row: SecondFactorRow | undefined): row is SecondFactorRow & { since: number } =>
  row?.since !== undefined

/** Creates a secret, which replaces one that was not confirmed. Throws ERR_SECOND_FACTOR_ON. */
export async function beginSecondFactor(companyId: string, userId: string): Promise<string> {
  const secret = newTotpSecret()
  const row = { companyId, userId, secret: seal(companyId, PLACE, secret) }
  const begun = await isWritten(putOne(FACTORS.put(row, { when: is => [is.absent('since')] })))
  if (!begun) throw new AppError('ERR_SECOND_FACTOR_ON')
  return secret
}

const digestOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}|${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest('base64url')

/** Returns recovery codes as shown to the user, and the digests to store. */
function newRecoveryCodes(userId: string): { codes: string[]; digests: Set<string> } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ).join('-'),
  )
  return { codes, digests: new Set(codes.map(code => digestOf(userId, code))) }
}

/** Returns the time step of an app's code, if neither it nor a later one was used. */
function stepOf({ companyId, secret, lastStep }: SecondFactorRow, code: string): number | undefined {
  const opened = unseal(companyId, PLACE, secret)
  const step = opened === undefined ? undefined : totpStep(opened, code.replace(/\s/g, ''))
  return step !== undefined && step > lastStep ? step : undefined
}

const change = (row: SecondFactorRow, changes: Change<Stored>): Write =>
  update('secondFactor', FACTORS.change({ companyId: row.companyId, userId: row.userId }, changes))

type When = NonNullable<Change<Stored>['when']>

/** Returns the condition that a factor is active and a time step was not used yet. */
const unused =
  (row: SecondFactorRow, step: number): When =>
  is => [is.equal('secret', row.secret), is.present('since'), is.below('lastStep', step)]

/** Returns how a code is used, and its condition; undefined if the code is not this user's. */
function useOf(row: SecondFactorRow, code: string): (Change<Stored> & { when: When }) | undefined {
  if (!isOn(row)) return undefined
  if (!isTotpCode(code.replace(/\s/g, ''))) {
    const digest = digestOf(row.userId, code)
    if (!row.recovery.has(digest)) return undefined
    return {
      take: { recovery: new Set([digest]) },
      when: is => [is.equal('secret', row.secret), is.contains('recovery', digest)],
    }
  }
  const step = stepOf(row, code)
  return step === undefined ? undefined : { set: { lastStep: step }, when: unused(row, step) }
}

/**
 * Returns the write, labelled `secondFactor`, that uses a code; undefined if the code is not this
 * user's. The write is refused if another call was faster with the same or a later code, or
 * switched the factor off.
 */
export function useCode(row: SecondFactorRow, code: string): Write | undefined {
  const use = useOf(row, code)
  return use && change(row, use)
}

/**
 * Returns the write, labelled `secondFactor`, that activates the factor, with its recovery codes;
 * undefined if the code does not match.
 */
export function confirmSecondFactor(row: SecondFactorRow, code: string): { write: Write; codes: string[] } | undefined {
  const step = stepOf(row, code)
  if (step === undefined) return undefined
  const { codes, digests } = newRecoveryCodes(row.userId)
  const write = change(row, {
    set: { since: Date.now(), lastStep: step, recovery: digests },
    when: is => [is.equal('secret', row.secret), is.absent('since')],
  })
  return { write, codes }
}

/**
 * Returns the write, labelled `secondFactor`, that uses a code of the app and replaces all recovery
 * codes.
 */
export function renewRecoveryCodes(row: SecondFactorRow, code: string): { write: Write; codes: string[] } | undefined {
  const step = isOn(row) ? stepOf(row, code) : undefined
  if (step === undefined) return undefined
  const { codes, digests } = newRecoveryCodes(row.userId)
  const write = change(row, {
    set: { lastStep: step, recovery: digests },
    when: unused(row, step),
  })
  return { write, codes }
}

/**
 * Returns the write, labelled `secondFactor`, that switches off the factor as read, with a code
 * that is still valid then.
 */
export function dropWithCode(row: SecondFactorRow, code: string): Write | undefined {
  const use = useOf(row, code)
  return use && remove('secondFactor', FACTORS.delete({ companyId: row.companyId, userId: row.userId }, use))
}

/** Returns the write, labelled `secondFactor`, that deletes the factor, if there is one. */
export const dropSecondFactor = (companyId: string, userId: string): Write =>
  remove('secondFactor', FACTORS.delete({ companyId, userId }))
