/**
 * Codes that leave in letters: who has one reads what is sent to an address. A new one takes the place of the one before. A code is
 * kept nowhere but in its letter; the table has a keyed digest, so whoever reads it cannot try codes on it.
 */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { Entity } from 'electrodb'
import { config } from '../../config.ts'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { isRefused } from '../table/refused.ts'
import { remove, update, type Write } from '../table/transact.ts'

const MOST_TRIES = 5
const LENGTH = 8
/** Without signs that look alike: 31^8, some 40 bits. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const CodeEntity = new Entity({
  model: model('letterCode'),
  attributes: {
    companyId: { type: 'string', required: true },
    kind: { type: 'string', required: true },
    holder: { type: 'string', required: true },
    digest: { type: 'string', required: true },
    /** What the code is about, besides its holder: an address. */
    about: { type: 'string', required: true },
    /** Codes that were tried and wrong, and those that are being compared. */
    tries: { type: 'number', required: true },
    /** It did what it was for, and may do so once. */
    used: { type: 'boolean' },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byHolder: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#code' },
      { composite: ['kind', 'holder'], template: '${kind}#${holder}' },
    ),
  },
})

/** Whose code it is, and what for: a company (or, of nobody in particular, a lane of `system`), a user, an invitation, a digest of an e-mail. */
export type CodeKey = { companyId: string; kind: 'passwordReset' | 'emailConfirmation' | 'invitation'; holder: string }

const options = () => ({ client: documentClient(), table: tableName() })
const nowSeconds = () => Math.floor(Date.now() / 1000)

let derived: Buffer | undefined
/** A keyed digest, for what must be compared and not be read. */
export function keyedDigest(text: string): string {
  derived ??= Buffer.from(hkdfSync('sha256', config().JWT_SECRET, '', 'balcao letter code', 32))
  return createHmac('sha256', derived).update(text).digest('base64url')
}

const digestOf = ({ companyId, kind, holder }: CodeKey, code: string): string =>
  keyedDigest(`${companyId}|${kind}|${holder}|${code}`)

/** Makes a code in the place of an earlier one. */
export async function newCode(key: CodeKey, minutes: number, about = ''): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const expiresAt = nowSeconds() + minutes * 60
  await CodeEntity.put({ ...key, digest: digestOf(key, code), about, tries: 0, expiresAt }).go(options())
  return code
}

/**
 * What a code is about, when it is right. Each try counts before it is compared, so that parallel ones do not slip past, and after
 * five wrong ones none is right any more; a right one is given back.
 */
export async function tryCode(key: CodeKey, code: string): Promise<{ about: string; used: boolean } | undefined> {
  const given = digestOf(key, code)
  try {
    const { data } = await CodeEntity.patch(key)
      .add({ tries: 1 })
      .where((row, is) => `${is.lt(row.tries, MOST_TRIES)} AND ${is.gt(row.expiresAt, nowSeconds())}`)
      .go({ ...options(), response: 'all_new' })
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(data.digest!))) return undefined
    await giveBack(key, given)
    return { about: data.about!, used: data.used ?? false }
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

async function giveBack(key: CodeKey, digest: string): Promise<void> {
  try {
    await CodeEntity.patch(key)
      .subtract({ tries: 1 })
      .where((row, is) => is.eq(row.digest, digest))
      .go(options())
  } catch (error) {
    // Another one was sent meanwhile.
    if (!isRefused(error)) throw error
  }
}

/** A write labelled `code`: this very code is used up and gone. */
export const useCode = (key: CodeKey, code: string): Write =>
  remove('code', {
    ...CodeEntity.delete(key).params({ table: tableName() }),
    ConditionExpression: 'digest = :digest',
    ExpressionAttributeValues: { ':digest': digestOf(key, code) },
  })

/** A write labelled `code`: this very code is used up, and stays known as such until it expires. */
export const markUsed = (key: CodeKey, code: string): Write =>
  update(
    'code',
    CodeEntity.patch(key)
      .set({ used: true })
      .where((row, is) => `${is.eq(row.digest, digestOf(key, code))} AND ${is.notExists(row.used)}`)
      .params({ table: tableName() }),
  )

/** A write that takes away whatever code there is. */
export const dropCode = (key: CodeKey): Write =>
  remove('dropCode', CodeEntity.delete(key).params({ table: tableName() }))
