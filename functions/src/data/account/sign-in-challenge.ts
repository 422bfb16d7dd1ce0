/**
 * Sign-in that passed the password and waits for its second step. Its token is valid for this step
 * only, for some minutes and five attempts, and as long as the password stays the same.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { defineRow } from '../table/define-row.ts'
import { unlessRefused } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'
import { remove, type Write } from '../table/transact.ts'

/**
 * Purpose of the token; `setup`: the company requires a second factor, and the user has none yet.
 */
type Purpose = 'code' | 'setup'

const MINUTES: Record<Purpose, number> = { code: 5, setup: 15 }
const MAX_ATTEMPTS = 5

export type Challenge = { companyId: string; id: string; userId: string; purpose: Purpose; mark: string }

let derived: Buffer | undefined
const signatureOf = (body: string): Buffer => {
  derived ??= Buffer.from(hkdfSync('sha256', config().JWT_SECRET, '', 'balcao sign-in step', 32))
  return createHmac('sha256', derived).update(body).digest()
}

const CHALLENGES = defineRow({
  kind: 'signInChallenge',
  key: { pk: '${companyId}#sign-in-challenge', sk: 'challenge#${id}' },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    userId: z.string(),
    purpose: z.custom<Purpose>(),
    mark: z.string(),
    tries: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'id'],
  unmarked: true,
})
const nowS = () => Math.floor(Date.now() / 1000)

/** Returns the mark that identifies a password in a challenge. */
export const markOf = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url')

/** Creates a challenge and returns its token. Costs one write unit. */
export async function newChallenge(
  companyId: string,
  userId: string,
  purpose: Purpose,
  passwordHash: string,
): Promise<string> {
  const id = newId()
  const expiresAt = nowS() + MINUTES[purpose] * 60
  await putOne(CHALLENGES.put({ companyId, id, userId, purpose, mark: markOf(passwordHash), tries: 0, expiresAt }))
  const body = Buffer.from(JSON.stringify([companyId, id])).toString('base64url')
  return `${body}.${signatureOf(body).toString('base64url')}`
}

const Body = z.tuple([z.string(), z.string()])

function claimOf(token: string): { companyId: string; id: string } | undefined {
  const [body = '', signature = ''] = token.split('.')
  const [given, wanted] = [Buffer.from(signature, 'base64url'), signatureOf(body)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const [companyId, id] = Body.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return { companyId, id }
}

/** Returns the challenge of a token without using an attempt. */
export async function readChallenge(token: string, purpose: Purpose): Promise<Challenge | undefined> {
  const claim = claimOf(token)
  if (!claim) return undefined
  const row = await CHALLENGES.get(claim, { consistent: true })
  const isGood = row?.purpose === purpose && row.tries < MAX_ATTEMPTS && row.expiresAt > nowS()
  return isGood ? { ...claim, userId: row.userId, purpose, mark: row.mark } : undefined
}

/**
 * Uses one attempt before anything is compared; returns undefined if none is left, or the challenge
 * has ended.
 */
export async function tryChallenge(token: string, purpose: Purpose): Promise<Challenge | undefined> {
  const claim = claimOf(token)
  if (!claim) return undefined
  const item = await unlessRefused(
    updateOne(
      CHALLENGES.change(claim, {
        add: { tries: 1 },
        when: is => [is.equal('purpose', purpose), is.below('tries', MAX_ATTEMPTS), is.above('expiresAt', nowS())],
      }),
    ),
  )
  const row = item && CHALLENGES.parse(item)
  return row && { ...claim, userId: row.userId, purpose, mark: row.mark }
}

/**
 * Returns the write, labelled `challenge`, that ends the challenge; refused if it has already
 * ended.
 */
export const endChallenge = ({ companyId, id }: Challenge): Write =>
  remove('challenge', CHALLENGES.delete({ companyId, id }, { when: is => [is.exists()] }))
