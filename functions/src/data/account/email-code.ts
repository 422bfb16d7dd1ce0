/**
 * Codes sent by e-mail: a person who has the code can read e-mails sent to the address. A new code
 * replaces the previous one. Only the e-mail contains the code; the table has a keyed digest, so a
 * person who reads the table cannot test codes against it.
 */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { config } from '../../config.ts'
import { defineRow } from '../table/define-row.ts'
import { unlessRefused } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'
import { remove, update, type Write } from '../table/transact.ts'

const MAX_ATTEMPTS = 5
const LENGTH = 8
/** Alphabet without characters that look alike: 31^8 codes, about 40 bits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

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
    /** Number of wrong attempts, including those being compared. */
    tries: z.number(),
    /** True if the code was used; it works once. */
    used: z.boolean().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/**
 * Holder and purpose of a code: a company (or a partition of `system` if there is none) and a user,
 * an invitation, or a digest of an e-mail address.
 */
export type CodeKey = { companyId: string; kind: 'passwordReset' | 'emailConfirmation' | 'invitation'; holder: string }

const nowSeconds = () => Math.floor(Date.now() / 1000)

let derived: Buffer | undefined
/** Returns a keyed digest, for values that must be compared but not readable. */
export function keyedDigest(text: string): string {
  derived ??= Buffer.from(hkdfSync('sha256', config().JWT_SECRET, '', 'balcao letter code', 32))
  return createHmac('sha256', derived).update(text).digest('base64url')
}

const digestOf = ({ companyId, kind, holder }: CodeKey, code: string): string =>
  keyedDigest(`${companyId}|${kind}|${holder}|${code}`)

/** Creates a code, which replaces an earlier one. */
export async function newCode(key: CodeKey, minutes: number, about = ''): Promise<string> {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const expiresAt = nowSeconds() + minutes * 60
  await putOne(CODES.put({ ...key, digest: digestOf(key, code), about, tries: 0, expiresAt }))
  return code
}

/**
 * Returns the subject of a code if it is right. Each attempt counts before it is compared, so
 * parallel ones cannot exceed the limit; after five wrong attempts no code is accepted. A right
 * attempt is given back.
 */
export async function tryCode(key: CodeKey, code: string): Promise<{ about: string; used: boolean } | undefined> {
  const given = digestOf(key, code)
  const tried = await unlessRefused(
    updateOne(
      CODES.change(key, {
        add: { tries: 1 },
        when: is => [is.below('tries', MAX_ATTEMPTS), is.above('expiresAt', nowSeconds())],
      }),
    ),
  )
  const row = tried && CODES.parse(tried)
  if (!row || !timingSafeEqual(Buffer.from(given), Buffer.from(row.digest))) return undefined
  await giveBack(key, given)
  return { about: row.about, used: row.used ?? false }
}

/** Gives an attempt back; does nothing if another code was sent meanwhile. */
async function giveBack(key: CodeKey, digest: string): Promise<void> {
  await unlessRefused(updateOne(CODES.change(key, { add: { tries: -1 }, when: is => [is.equal('digest', digest)] })))
}

/** Returns the write, labelled `code`, that uses exactly this code and deletes it. */
export const useCode = (key: CodeKey, code: string): Write =>
  remove('code', CODES.delete(key, { when: is => [is.equal('digest', digestOf(key, code))] }))

/**
 * Returns the write, labelled `code`, that uses exactly this code and keeps it, marked as used,
 * until it expires.
 */
export const markUsed = (key: CodeKey, code: string): Write =>
  update(
    'code',
    CODES.change(key, {
      set: { used: true },
      when: is => [is.equal('digest', digestOf(key, code)), is.absent('used')],
    }),
  )

/** Returns the write that deletes any existing code. */
export const dropCode = (key: CodeKey): Write => remove('dropCode', CODES.delete(key))
