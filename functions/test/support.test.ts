/**
 * Operations that are forbidden in a support session: those on the credentials of people and
 * programs, and those above companies.
 */
import { auth } from '@balcao/shared/api/account/auth.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { getSecondFactor } from '../src/data/account/second-factor.ts'
import { getSession } from '../src/data/account/session.ts'
import { requireUser } from '../src/data/team/user.ts'
import { verifyAccessToken } from '../src/http/tokens.ts'
import { call, makeCompany, makeUser, send, type TestUser } from './harness.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, pathWith, QUERIES } from './valid-calls.ts'

/**
 * Routes whose operation refuses support sessions. Those of super users are refused by their
 * access, since a support session has an admin's.
 */
const FORBIDDEN = [
  'apiTokens.create',
  'companies.export',
  'companies.replaceToken',
  'emailConfirmation.code',
  'emailConfirmation.giveUp',
  'emailConfirmation.send',
  'invitations.create',
  'notices.read',
  'preferences.save',
  'pushDevices.add',
  'pushDevices.remove',
  'pushDevices.test',
  'queueIntegration.replaceSecret',
  'secondFactor.begin',
  'secondFactor.confirm',
  'secondFactor.remove',
  'secondFactor.renewCodes',
  'sessions.end',
  'textDrafts.save',
  'users.create',
  'users.resetSecondFactor',
  'users.update',
  'webhooks.replaceSecret',
  'whatsapp.replaceToken',
]

const ROUTES = AREAS.flatMap(routesOf)

let tenant: Tenant
let as: TestUser
beforeAll(async () => {
  tenant = await makeTenant(await makeCompany())
  const root = await makeUser((await makeCompany()).id, { super: true })
  const { id, admin } = tenant.company
  const { token } = (await call(auth.startSupport, { as: root, body: { companyId: id } })).body
  as = { user: admin.user, actor: { ...(await verifyAccessToken(token)), permissions: [] }, token }
})

const hit = (name: string, ids = tenant.ids) => {
  const { route } = ROUTES.find(each => each.name === name)!
  return send(route.method, pathWith(route.path, ids), {
    as,
    query: QUERIES[name]?.(ids) ?? {},
    text: route.body ? JSON.stringify(BODIES[name]!(ids)) : null,
  })
}

/** All that a person signs in with, as it is in the table. */
async function signInOf(companyId: string, userId: string) {
  const { email, pendingEmail, emailConfirmed } = await requireUser(companyId, userId, true)
  const [session, factor] = [await getSession(companyId, userId), await getSecondFactor(companyId, userId)]
  return { email, pendingEmail, emailConfirmed, sessionId: session?.sessionId, factor }
}

describe('a session for support', { timeout: 60_000 }, () => {
  it('is refused each route by which somebody signs in or is signed in, and changes nothing there', async () => {
    const { id, admin } = tenant.company
    const people = [admin.user.id, tenant.ids.user]
    const before = await Promise.all(people.map(userId => signInOf(id, userId)))
    for (const name of FORBIDDEN) {
      const answer = await hit(name)
      expect([name, answer.status, answer.error]).toEqual([name, 403, 'ERR_NO_PERMISSION'])
    }
    const required = await send('PUT', '/settings/requireSecondFactor', { as, text: '{"value":"enabled"}' })
    expect(required.error).toBe('ERR_NO_PERMISSION')
    // One's own, which is the admin's, is no exception.
    for (const name of ['users.update', 'users.resetSecondFactor']) {
      const answer = await hit(name, { ...tenant.ids, user: admin.user.id })
      expect([name, answer.error]).toEqual([name, 'ERR_NO_PERMISSION'])
    }
    expect(await Promise.all(people.map(userId => signInOf(id, userId)))).toEqual(before)
  })

  it.each(ROUTES.filter(({ route }) => route.access === 'super').map(({ name }) => [name] as const))(
    'is refused %s, which is for super users',
    async name => {
      expect((await hit(name)).error).toBe('ERR_NO_PERMISSION')
    },
  )

  it('is distinguished on every signed-in route below the own account: each is forbidden or only reads', () => {
    const own = ROUTES.filter(
      ({ route }) => route.path.startsWith('/auth/') && route.access !== 'public' && route.access !== 'super',
    )
    const open = own.filter(({ name }) => !FORBIDDEN.includes(name))
    expect(open.map(({ name, route }) => [route.method, name]).sort()).toEqual([
      ['GET', 'auth.me'],
      ['GET', 'preferences.get'],
      ['GET', 'pushDevices.get'],
      ['GET', 'secondFactor.get'],
      ['GET', 'sessions.list'],
    ])
  })
})
