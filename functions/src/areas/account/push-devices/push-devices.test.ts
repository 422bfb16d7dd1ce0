import { createHash } from 'node:crypto'
import { auth, sessions } from '@balcao/shared/api/account/auth.ts'
import { pushDevices } from '@balcao/shared/api/account/push-devices.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { MAX_PUSH_DEVICES } from '@balcao/shared/entities/push-device.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, rawRow, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { newSubscription } from '../../../../test/new-subscription.ts'
import { startSession } from '../../../../test/start-session.ts'
import { hasPushDevices, listPushDevices, pushDevicesOf } from '../../../data/account/push-device.ts'
import { signAccessToken } from '../../../http/tokens.ts'

let company: TestCompany
beforeAll(async () => {
  company = await makeCompany()
})

type PushSubscriptionInput = ReturnType<typeof newSubscription>['given']

const add = (as: TestUser, given: PushSubscriptionInput = newSubscription().given, language: 'pt' | 'en' = 'pt') =>
  call(pushDevices.add, { as, body: { ...given, language } })
const devicesOf = async (as: TestUser) => (await call(pushDevices.get, { as })).body.devices

/** Returns the user in a later session. */
async function signInAgain({ user, actor }: TestUser): Promise<TestUser> {
  const later = { ...actor, sessionId: newId() }
  await startSession(later)
  return { user, actor: later, token: await signAccessToken(later) }
}

describe('devices that receive pushes', () => {
  it('are the user’s own, and the same subscription again is the same device', async () => {
    const [ana, bia] = [await makeUser(company.id), await makeUser(company.id)]
    const { given } = newSubscription()
    const added = await add(ana, given)
    expect(added.status).toBe(201)
    const again = await add(ana, given, 'en')
    expect(again.body).toEqual(added.body)
    const { body } = await call(pushDevices.get, { as: ana })
    expect(body.devices).toEqual([added.body])
    expect(body.publicKey).toMatch(/^[\w-]{87}$/)
    expect(await devicesOf(bia)).toEqual([])
    expect((await pushDevicesOf(company.id, ana.user.id)).map(({ language }) => language)).toEqual(['en'])
  })

  it('lie sealed, since who knows an address may send to it', async () => {
    const ana = await makeUser(company.id)
    const { given } = newSubscription()
    await add(ana, given)
    const hash = createHash('sha256').update(given.endpoint).digest('hex')
    const row = await rawRow({ pk: `${company.id}#push`, sk: `user#${ana.user.id}#${hash}` })
    expect(row?.subscription).toEqual(expect.any(String))
    for (const secret of [given.endpoint, given.keys.auth, given.keys.p256dh])
      expect(JSON.stringify(row)).not.toContain(secret)
  })

  it('of a browser in which somebody else signed in, of another company too, are theirs and nobody else’s', async () => {
    const ana = await makeUser(company.id)
    const other = (await makeCompany()).admin
    const { given } = newSubscription()
    await add(ana, given)
    await add(other, given)
    expect(await devicesOf(ana)).toEqual([])
    expect(await devicesOf(other)).toHaveLength(1)
    await Promise.all([add(ana, given), add(other, given)])
    expect((await devicesOf(ana)).length + (await devicesOf(other)).length).toBe(1)
  })

  it('are few: a further one takes the place of the oldest', async () => {
    const ana = await makeUser(company.id)
    const ids: string[] = []
    for (let i = 0; i <= MAX_PUSH_DEVICES; i++) ids.push((await add(ana)).body.id)
    expect((await devicesOf(ana)).map(({ id }) => id)).toEqual(ids.slice(1))
  })

  it('end with their session, at a sign-out, a sign-out everywhere, a sign-in elsewhere, and with their user', async () => {
    const of = (who: TestUser) => pushDevicesOf(company.id, who.user.id)
    const out = await makeUser(company.id)
    await add(out)
    await call(auth.logout, { as: out })
    expect(await of(out)).toEqual([])

    const everywhere = await makeUser(company.id)
    await add(everywhere)
    await call(sessions.end, { as: everywhere })
    expect(await of(everywhere)).toEqual([])

    const elsewhere = await makeUser(company.id)
    await add(elsewhere)
    const there = await signInAgain(elsewhere)
    expect(await devicesOf(there)).toEqual([])
    const { body } = await add(there)
    expect((await of(there)).map(({ id }) => id)).toEqual([body.id])

    const gone = await makeUser(company.id)
    await add(gone)
    await call(users.remove, { as: company.admin, params: { id: gone.user.id } })
    expect(await of(gone)).toEqual([])
  })

  it('are removed once, and only by whose they are', async () => {
    const [ana, bia] = [await makeUser(company.id), await makeUser(company.id)]
    const { id } = (await add(ana)).body
    const remove = (as: TestUser) => call(pushDevices.remove, { as, params: { id } })
    expect((await remove(bia)).status).toBe(204)
    expect(await devicesOf(ana)).toHaveLength(1)
    expect((await remove(ana)).status).toBe(204)
    expect((await remove(ana)).status).toBe(204)
    expect(await devicesOf(ana)).toEqual([])
  })

  it('are tested by whose they are, once in some seconds', async () => {
    const [ana, bia] = [await makeUser(company.id), await makeUser(company.id)]
    const { id } = (await add(ana)).body
    const test = (as: TestUser) => call(pushDevices.test, { as, params: { id } })
    expect((await test(bia)).error).toBe('ERR_NO_PUSH_DEVICE')
    const answers = await Promise.all([test(ana), test(ana), test(ana)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429])
  })

  it.each([
    ['one without TLS', { endpoint: 'http://push.example/1' }, 'ERR_OUTGOING_URL'],
    ['one with credentials', { endpoint: 'https://a:b@push.example/1' }, 'ERR_OUTGOING_URL'],
    ['no address', { endpoint: 'push' }, 'ERR_VALIDATION'],
    ['one too long', { endpoint: `https://push.example/${'x'.repeat(2000)}` }, 'ERR_VALIDATION'],
    ['a key that is no point', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }, 'ERR_PUSH_KEY'],
    ['a short key', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }, 'ERR_VALIDATION'],
  ])('are refused with %s', async (_, change, code) => {
    const ana = await makeUser(company.id)
    expect((await add(ana, { ...newSubscription().given, ...change } as PushSubscriptionInput)).error).toBe(code)
    expect(await devicesOf(ana)).toEqual([])
  })

  it('are nobody’s in a company without one', async () => {
    const other = await makeCompany()
    expect(await hasPushDevices(other.id)).toBe(false)
    await add(other.admin)
    expect(await hasPushDevices(other.id)).toBe(true)
    expect(await listPushDevices(other.id)).toHaveLength(1)
  })
})
