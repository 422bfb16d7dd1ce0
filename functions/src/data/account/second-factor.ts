/**
 * A user's second factor: the secret of their authenticator app and their recovery codes, one row
 * per user. It is active once a code of it was confirmed.
 */
import { createHash, randomInt } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { RECOVERY_CODES } from '@balcao/shared/entities/second-factor.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { isTotpCode, newTotpSecret, totpStep } from '../../http/totp.ts'
import { seal, unseal } from '../../integrations/sealed.ts'
import { documentClient, tableName } from '../table/client.ts'
import type { TableKey } from '../table/keys.ts'
import { isRefused } from '../table/refused.ts'
import { remove, update, type Write } from '../table/transact.ts'

const PLACE = 'secondFactor.secret'
/**
 * Alphabet without characters that look alike: 31^16 codes, about 79 bits, so that a digest cannot
 * be reversed by trying codes.
 */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
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

const keyOf = (companyId: string, userId: string): TableKey => ({
  pk: `${companyId}#second-factor`,
  sk: `user#${userId}`,
})

type Item = TableKey & { secret: string; since?: number; lastStep?: number; recovery?: Set<string> }

/** Key and parser for a batch read with other rows. */
export const secondFactorRow = {
  key: keyOf,
  parse(item: object): SecondFactorRow {
    const { pk, sk, secret, since, lastStep = 0, recovery = new Set<string>() } = item as Item
    const [companyId = '', userId = ''] = [pk.split('#')[0], sk.split('#')[1]]
    return { companyId, userId, secret, since, lastStep, recovery }
  },
}

export async function getSecondFactor(companyId: string, userId: string): Promise<SecondFactorRow | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(companyId, userId), ConsistentRead: true }),
  )
  return Item && secondFactorRow.parse(Item)
}

/** Returns whether the user has to enter a code. */
export const isOn = (row: SecondFactorRow | undefined): row is SecondFactorRow & { since: number } =>
  row?.since !== undefined

/** Creates a secret, which replaces one that was not confirmed. Throws ERR_SECOND_FACTOR_ON. */
export async function beginSecondFactor(companyId: string, userId: string): Promise<string> {
  const secret = newTotpSecret()
  try {
    await documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keyOf(companyId, userId), secret: seal(companyId, PLACE, secret) },
        ConditionExpression: 'attribute_not_exists(since)',
      }),
    )
  } catch (error) {
    if (isRefused(error)) throw new AppError('ERR_SECOND_FACTOR_ON')
    throw error
  }
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
      Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
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

const change = (row: SecondFactorRow, params: Record<string, unknown>): Write =>
  update('secondFactor', { TableName: tableName(), Key: keyOf(row.companyId, row.userId), ...params })

/**
 * Returns the write, labelled `secondFactor`, that uses a code; undefined if the code is not this
 * user's. The write is refused if another call was faster with the same or a later code, or
 * switched the factor off.
 */
export function useCode(row: SecondFactorRow, code: string): Write | undefined {
  if (!isOn(row)) return undefined
  if (!isTotpCode(code.replace(/\s/g, ''))) {
    const digest = digestOf(row.userId, code)
    if (!row.recovery.has(digest)) return undefined
    return change(row, {
      UpdateExpression: 'DELETE recovery :digests',
      ConditionExpression: 'secret = :secret AND contains(recovery, :digest)',
      ExpressionAttributeValues: { ':digests': new Set([digest]), ':digest': digest, ':secret': row.secret },
    })
  }
  const step = stepOf(row, code)
  if (step === undefined) return undefined
  return change(row, {
    UpdateExpression: 'SET lastStep = :step',
    ConditionExpression: 'secret = :secret AND attribute_exists(since) AND lastStep < :step',
    ExpressionAttributeValues: { ':step': step, ':secret': row.secret },
  })
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
    UpdateExpression: 'SET since = :now, lastStep = :step, recovery = :digests',
    ConditionExpression: 'secret = :secret AND attribute_not_exists(since)',
    ExpressionAttributeValues: { ':now': Date.now(), ':step': step, ':digests': digests, ':secret': row.secret },
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
    UpdateExpression: 'SET lastStep = :step, recovery = :digests',
    ConditionExpression: 'secret = :secret AND attribute_exists(since) AND lastStep < :step',
    ExpressionAttributeValues: { ':step': step, ':digests': digests, ':secret': row.secret },
  })
  return { write, codes }
}

/**
 * Returns the write, labelled `secondFactor`, that switches off the factor as read, with a code
 * that is still valid then.
 */
export function dropWithCode(row: SecondFactorRow, code: string): Write | undefined {
  const used = useCode(row, code)
  if (!used) return undefined
  const { ConditionExpression, ExpressionAttributeValues } = used.item.Update!
  const { ':digests': _, ...values } = ExpressionAttributeValues!
  return remove('secondFactor', {
    TableName: tableName(),
    Key: keyOf(row.companyId, row.userId),
    ConditionExpression,
    ExpressionAttributeValues: values,
  })
}

/** Returns the write, labelled `secondFactor`, that deletes the factor, if there is one. */
export const dropSecondFactor = (companyId: string, userId: string): Write =>
  remove('secondFactor', { TableName: tableName(), Key: keyOf(companyId, userId) })
