/**
 * Codes that leave in letters: who has one reads what is sent to an address. A new one takes the place of the one before. A code is
 * kept nowhere but in its letter; the table has a keyed digest, so whoever reads it cannot try codes on it.
 */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { config } from '../../config.ts'
import { defineRow } from '../table/define-row.ts'
import { unlessRefused } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'
import { remove, update, type Write } from '../table/transact.ts'

const MOST_TRIES = 5
const LENGTH = 8
/** Without signs that look alike: 31^8, some 40 bits. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const CODES = defineRow({
  kind: 'letterCode',
  key: { pk: '${companyId}#code', sk: '${kind}#${holder}' },
  content: z.object({
    companyId: z.string(),
    kind: z.enum(['passwordReset', 'emailConfirmation', 'invitation']),
    holder: z.string(),
    digest: z.string(),
    /** Subject of the code besides its holder: an address. */
    about: z.string(),
    /** Number of wrong tries, and of tries that are being compared. */
    tries: z.number(),
    /** The code was used; it works once. */
    used: z.boolean().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Whose code it is, and what for: a company (or, of nobody in particular, a lane of `system`), a user, an invitation, a digest of an e-mail. */
export type CodeKey = { companyId: string; kind: 'passwordReset' | 'emailConfirmation' | 'invitation'; holder: string }

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
  await putOne(CODES.put({ ...key, digest: digestOf(key, code), about, tries: 0, expiresAt }))
  return code
}

/**
 * What a code is about, when it is right. Each try counts before it is compared, so that parallel ones do not slip past, and after
 * five wrong ones none is right any more; a right one is given back.
 */
export async function tryCode(key: CodeKey, code: string): Promise<{ about: string; used: boolean } | undefined> {
  const given = digestOf(key, code)
  const tried = await unlessRefused(
    updateOne(
      CODES.change(key, {
        add: { tries: 1 },
        when: is => [is.below('tries', MOST_TRIES), is.above('expiresAt', nowSeconds())],
      }),
    ),
  )
  const row = tried && CODES.parse(tried)
  if (!row || !timingSafeEqual(Buffer.from(given), Buffer.from(row.digest))) return undefined
  await giveBack(key, given)
  return { about: row.about, used: row.used ?? false }
}

/** Takes a try back; ignored if another code was sent meanwhile. */
async function giveBack(key: CodeKey, digest: string): Promise<void> {
  await unlessRefused(updateOne(CODES.change(key, { add: { tries: -1 }, when: is => [is.equal('digest', digest)] })))
}

/** Returns the write, labelled `code`, that uses this very code up and deletes it. */
export const useCode = (key: CodeKey, code: string): Write =>
  remove('code', CODES.delete(key, { when: is => [is.equal('digest', digestOf(key, code))] }))

/** Returns the write, labelled `code`, that uses this very code up and keeps it, marked, until it expires. */
export const markUsed = (key: CodeKey, code: string): Write =>
  update(
    'code',
    CODES.change(key, {
      set: { used: true },
      when: is => [is.equal('digest', digestOf(key, code)), is.absent('used')],
    }),
  )

/** Returns the write that deletes whatever code there is. */
export const dropCode = (key: CodeKey): Write => remove('dropCode', CODES.delete(key))
