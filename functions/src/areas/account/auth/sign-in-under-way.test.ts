import { randomBytes, scryptSync } from 'node:crypto'
import { auth } from '@balcao/shared/api/account/auth.ts'
import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { signInSteps } from '@balcao/shared/api/account/second-factor.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, type Moment, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { totpCode } from '../../../../test/totp-code.ts'
import { newConfirmationCode } from '../../../data/account/email-confirmation.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '../../../data/account/second-factor.ts'
import { getSession } from '../../../data/account/session.ts'
import { newChallenge } from '../../../data/account/sign-in-challenge.ts'
import { transact } from '../../../data/table/transact.ts'
import { getPasswordHash } from '../../../data/team/user.ts'
import { hashPassword } from '../../../http/password.ts'

// Two calls at once, one of which stands still in front of its transaction while the other one is
// carried out.

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

const PASSWORD = 'correct horse'
const hash = hashPassword(PASSWORD)

/** A hash of an earlier version, which a sign-in replaces. */
function outdated(): string {
  const salt = randomBytes(16)
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
  return ['scrypt', 1024, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$')
}

async function someone(passwordHash?: string) {
  const company = await makeCompany()
  const colleague = await makeUser(company.id, { profile: 'admin', passwordHash: passwordHash ?? (await hash) })
  return { as: company.admin, colleague, companyId: company.id, id: colleague.user.id }
}

const signIn = ({ user }: TestUser) =>
  call(auth.login, { body: { email: user.email, password: PASSWORD }, sourceIp: `203.0.113.9-${newId()}` })
const me = (token: string) => call(auth.me, { headers: { authorization: `Bearer ${token}` } })

/** Carries `other` out while `work` stands still at its next transaction. */
async function amid<T>(work: () => Promise<T>, other: () => Promise<unknown>, moment: Moment = 'before'): Promise<T> {
  const stopped = new Promise<void>(resolve => gate.stopAt(1, moment, resolve, 'TransactWriteItems'))
  const under = work()
  await Promise.race([stopped, under])
  expect(gate.isStopped()).toBe(true)
  try {
    await other()
  } finally {
    gate.goOn()
  }
  return under
}

const refused = { status: 401, error: 'ERR_INVALID_CREDENTIALS' }

describe('a sign-in under way', { timeout: 120_000 }, () => {
  it.each([
    ['now', () => undefined],
    ['of an earlier version', outdated],
  ])('with a password, hashed as %s, that its owner changes meanwhile begins no session', async (_, old) => {
    const { colleague, companyId, id } = await someone(old())
    let token = ''
    const signedIn = await amid(
      () => signIn(colleague),
      async () => {
        const body = { password: 'secret2', currentPassword: PASSWORD }
        const changed = await call(users.update, { as: colleague, params: { id }, body })
        expect(changed.status).toBe(200)
        token = changed.body.token!
      },
    )
    expect(signedIn).toMatchObject(refused)
    expect((await me(token)).body).toMatchObject({ id })
    expect((await getSession(companyId, id))?.profile).toBe('admin')
  })

  it('with a password that an admin sets anew meanwhile begins no session', async () => {
    const { as, colleague, companyId, id } = await someone()
    const signedIn = await amid(
      () => signIn(colleague),
      async () => {
        expect((await call(users.update, { as, params: { id }, body: { password: 'secret2' } })).status).toBe(200)
      },
    )
    expect(signedIn).toMatchObject(refused)
    expect(await getSession(companyId, id)).toBeUndefined()
  })

  it('of somebody who is deleted meanwhile begins no session', async () => {
    const { as, colleague, companyId, id } = await someone()
    const signedIn = await amid(
      () => signIn(colleague),
      async () => {
        expect((await call(users.remove, { as, params: { id } })).status).toBe(204)
      },
    )
    expect(signedIn).toMatchObject(refused)
    expect(await getSession(companyId, id)).toBeUndefined()
  })

  it('with an e-mail that an admin takes away meanwhile begins no session', async () => {
    const { as, colleague, companyId, id } = await someone()
    const signedIn = await amid(
      () => signIn(colleague),
      async () => {
        const body = { email: `${newId()}@example.com` }
        expect((await call(users.update, { as, params: { id }, body })).status).toBe(200)
      },
    )
    expect(signedIn).toMatchObject(refused)
    expect(await getSession(companyId, id)).toBeUndefined()
  })

  it('has the role that an admin gives meanwhile, not the one that was read', async () => {
    const { as, colleague, companyId, id } = await someone()
    const signedIn = await amid(
      () => signIn(colleague),
      async () => {
        expect((await call(users.update, { as, params: { id }, body: { profile: 'user' } })).status).toBe(200)
      },
    )
    expect([signedIn.status, signedIn.body.user.profile]).toEqual([200, 'user'])
    expect((await getSession(companyId, id))?.profile).toBe('user')
    expect((await me(signedIn.body.token)).body.profile).toBe('user')
  })

  it('has no named right that an admin takes away meanwhile', async () => {
    const { as, companyId } = await someone()
    const keeper = await makeUser(companyId, { permissions: ['catalog'], passwordHash: await hash })
    const { id } = keeper.user
    const signedIn = await amid(
      () => signIn(keeper),
      async () => {
        expect((await call(users.update, { as, params: { id }, body: { permissions: [] } })).status).toBe(200)
      },
    )
    expect([signedIn.status, signedIn.body.user.permissions]).toEqual([200, []])
    expect((await getSession(companyId, id))?.permissions).toEqual([])
  })

  it('that stores the password anew meanwhile keeps nobody from changing it, and ends with it', async () => {
    const { colleague, companyId, id } = await someone(outdated())
    let token = ''
    const body = { password: 'secret2', currentPassword: PASSWORD }
    const changed = await amid(
      () => call(users.update, { as: colleague, params: { id }, body }),
      async () => {
        const before = await getPasswordHash(companyId, id)
        const signedIn = await signIn(colleague)
        expect(signedIn.status).toBe(200)
        expect(await getPasswordHash(companyId, id)).not.toBe(before)
        token = signedIn.body.token
      },
    )
    expect([changed.status, changed.error]).toEqual([200, undefined])
    expect((await me(token)).error).toBe('ERR_SESSION_ENDED')
    expect((await me(changed.body.token!)).status).toBe(200)
  })
})

it('a second step under way begins no session with the role of before', async () => {
  const { as, companyId, id } = await someone()
  const secret = await beginSecondFactor(companyId, id)
  const confirmed = confirmSecondFactor((await getSecondFactor(companyId, id))!, totpCode(secret))!
  await transact([confirmed.write])
  const token = await newChallenge(companyId, id, 'code', (await getPasswordHash(companyId, id))!)
  const code = confirmed.codes[0]!
  const entered = await amid(
    () => call(signInSteps.enter, { body: { token, code }, sourceIp: `203.0.113.9-${newId()}` }),
    async () => {
      expect((await call(users.update, { as, params: { id }, body: { profile: 'user' } })).status).toBe(200)
    },
  )
  expect(entered.error).toBe('ERR_SECOND_FACTOR_TOKEN')
  expect(await getSession(companyId, id)).toBeUndefined()
})

it('an own e-mail that is confirmed begins no session with the role of before', async () => {
  const { as, colleague, companyId, id } = await someone()
  const body = { email: `${newId()}@example.com`, currentPassword: PASSWORD }
  expect((await call(users.update, { as: colleague, params: { id }, body })).status).toBe(200)
  const code = await newConfirmationCode(companyId, id, body.email)
  const confirmed = await amid(
    () => call(emailConfirmation.code, { as: colleague, body: { code }, sourceIp: `203.0.113.9-${newId()}` }),
    async () => {
      expect((await call(users.update, { as, params: { id }, body: { profile: 'user' } })).status).toBe(200)
    },
  )
  expect(confirmed.error).toBe('ERR_CONFLICT')
  expect(await getSession(companyId, id)).toBeUndefined()
})

it('the session of somebody who is deleted ends with them, though nothing behind that is carried out', async () => {
  const { as, colleague, companyId, id } = await someone()
  expect(await getSession(companyId, id)).toMatchObject({ sessionId: colleague.actor.sessionId })
  await amid(
    () => call(users.remove, { as, params: { id } }),
    async () => expect(await getSession(companyId, id)).toBeUndefined(),
    'after',
  )
})
