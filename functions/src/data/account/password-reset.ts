/** The code by which somebody who forgot their password sets a new one: one per user, the last one that was sent. */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { Entity } from 'electrodb'
import { config } from '../../config.ts'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'
import { remove, transact, type Write } from '../table/transact.ts'
import { newCredential } from '../team/user.ts'
import { endOfSession, forgetSession } from './session.ts'

const MINUTES = 30
const MOST_TRIES = 5
const LENGTH = 8
/** Without signs that look alike: 31^8, some 40 bits. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const ResetEntity = new Entity({
  model: model('passwordReset'),
  attributes: {
    companyId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    /** A keyed digest of the code: whoever reads the table cannot try codes on it. */
    digest: { type: 'string', required: true },
    /** Codes that were tried. */
    tries: { type: 'number', required: true },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byUser: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#password-reset' },
      { composite: ['userId'], template: 'user#${userId}' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

let derived: Buffer | undefined
const digestOf = (userId: string, code: string): string => {
  derived ??= Buffer.from(hkdfSync('sha256', config().JWT_SECRET, '', 'balcao password reset', 32))
  return createHmac('sha256', derived).update(`${userId}|${code}`).digest('base64url')
}

/** Makes a code, good for half an hour, in the place of an earlier one. It is kept nowhere but in what is sent. */
export async function newResetCode(companyId: string, userId: string): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const expiresAt = Math.floor(Date.now() / 1000) + MINUTES * 60
  await ResetEntity.put({ companyId, userId, digest: digestOf(userId, code), tries: 0, expiresAt }).go(options())
  return code
}

/** Whether a code is the user's. Each try counts, before it is compared; after the fifth, none is right any more. */
export async function tryResetCode(companyId: string, userId: string, code: string): Promise<boolean> {
  const given = Buffer.from(digestOf(userId, code))
  try {
    const { data } = await ResetEntity.patch({ companyId, userId })
      .add({ tries: 1 })
      .where((row, is) => `${is.lt(row.tries, MOST_TRIES)} AND ${is.gt(row.expiresAt, Math.floor(Date.now() / 1000))}`)
      .go({ ...options(), response: 'all_new' })
    return timingSafeEqual(given, Buffer.from(data.digest!))
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/**
 * Sets the password of whoever had the code, uses the code up and ends every session, all or nothing. Throws ERR_RESET_CODE when
 * another call was faster, or another code was sent meanwhile.
 */
export async function resetPassword(
  companyId: string,
  userId: string,
  code: string,
  passwordHash: string,
): Promise<void> {
  const use: Write = remove('reset', {
    ...ResetEntity.delete({ companyId, userId }).params({ table: tableName() }),
    ConditionExpression: 'digest = :digest',
    ExpressionAttributeValues: { ':digest': digestOf(userId, code) },
  })
  await transact([use, newCredential(companyId, userId, passwordHash), endOfSession(companyId, userId)], {
    reset: 'ERR_RESET_CODE',
    credential: 'ERR_RESET_CODE',
  })
  forgetSession(userId)
}
