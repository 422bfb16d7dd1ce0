/**
 * First set-up of an installation: one row, with the digest of the token in the link that the
 * server printed last, or the time at which a first super user was made. The server's own process
 * writes the token (`offerSetup`); on AWS nothing does, and `npm run super` makes the first super
 * user.
 */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { update, type Write } from '../table/transact.ts'
import { SETUP_KEY } from './setup-key.ts'

/** Validity (ms) of a token. */
const VALID_MS = 3_600_000

const SETUP = defineRow({
  kind: 'setup',
  key: SETUP_KEY,
  content: z.object({
    /** SHA-256 of the token; absent before the first one, and once the installation is set up. */
    digest: z.string().optional(),
    /** End (epoch ms) of the token's validity. */
    validUntil: z.number().optional(),
    /** Time at which the first super user was made; absent before. */
    doneAt: z.string().optional(),
  }),
})

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Creates a token, valid for an hour, which replaces an earlier one. Returns undefined if the
 * installation is set up.
 */
export async function newSetupToken(): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const set = { digest: digestOf(token), validUntil: Date.now() + VALID_MS }
  const isNew = await isWritten(updateOne(SETUP.upsert({}, { set, when: is => [is.absent('doneAt')] })))
  return isNew ? token : undefined
}

/** Returns whether a super user was made. The read is consistent. */
export const isSetUp = async (): Promise<boolean> => (await SETUP.get({}, { consistent: true }))?.doneAt !== undefined

/**
 * Returns the end (epoch ms) of a token's validity. Throws ERR_SETUP_DONE, ERR_SETUP_TOKEN or
 * ERR_SETUP_EXPIRED if it cannot be used.
 */
export async function requireSetupToken(token: string): Promise<number> {
  const row = await SETUP.get({}, { consistent: true })
  if (row?.doneAt) throw new AppError('ERR_SETUP_DONE')
  if (row?.digest !== digestOf(token)) throw new AppError('ERR_SETUP_TOKEN')
  const { validUntil = 0 } = row
  if (validUntil <= Date.now()) throw new AppError('ERR_SETUP_EXPIRED')
  return validUntil
}

/** Returns the write, labelled `setup`, that uses exactly this token; it works once. */
export const useSetupToken = (token: string): Write =>
  update(
    'setup',
    SETUP.change(
      {},
      {
        set: { doneAt: new Date().toISOString() },
        remove: ['digest', 'validUntil'],
        when: is => [is.equal('digest', digestOf(token)), is.above('validUntil', Date.now())],
      },
    ),
  )

/** Returns the write that records a super user who was made without a token. */
export const setUpWrite = (): Write =>
  update('setup', SETUP.upsert({}, { initial: { doneAt: new Date().toISOString() }, remove: ['digest', 'validUntil'] }))
