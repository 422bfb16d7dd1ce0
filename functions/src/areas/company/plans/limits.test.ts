/**
 * Limits of a plan under concurrent requests: of many, exactly those succeed for which there is
 * room.
 */
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makePlan, makeUser, type TestUser } from '../../../../test/harness.ts'
import { getUsage } from '../../../data/company/usage.ts'

const mail = () => `${newId()}@example.com`
const MAKERS = {
  users: (as: TestUser, n: number) =>
    call(users.create, { as, body: { name: `Bia ${n}`, email: mail(), password: 'Secret12', profile: 'user' } }),
  invitations: (as: TestUser, n: number) =>
    call(invitations.create, { as, body: { name: `Caio ${n}`, email: mail() } }),
  connections: (as: TestUser, n: number) =>
    call(whatsapp.create, { as, body: { name: `Loja ${n}`, queueIds: [] } as never }),
  queues: (as: TestUser, n: number) =>
    call(queue.create, { as, body: { name: `Fila ${n}`, color: `#00000${n}`, greetingMessage: 'Oi' } }),
}
type Maker = keyof typeof MAKERS

const outcome = (answers: { status: number; error?: string | undefined }[]) => ({
  made: answers.filter(({ status }) => status === 201).length,
  refused: answers.filter(({ status, error }) => status === 422 && error === 'ERR_PLAN_LIMIT').length,
})

/** A company made by a super user, with room for three more of each. */
async function opened() {
  const plan = await makePlan({ users: 4, connections: 3, queues: 3 })
  const root = await makeUser((await makeCompany()).id, { super: true })
  const fields = { name: `Loja ${newId()}`, email: mail(), phone: '11999990000', password: 'secret', planId: plan.id }
  const { status, body } = await call(companies.create, { as: root, body: fields })
  expect(status).toBe(201)
  return { id: body.id, root, usage: () => getUsage(body.id) }
}

describe('a plan with room for three, of eight that are asked for at once', () => {
  it.each([
    ['users', ['users']],
    ['invitations', ['invitations']],
    ['users and invitations', ['users', 'invitations']],
    ['connections', ['connections']],
    ['queues', ['queues']],
  ] as [string, Maker[]][])('makes three %s, and says of five that there is no room', async (_, makers) => {
    const company = await makeCompany({ plan: { users: 4, connections: 3, queues: 3 } })
    const all = Array.from({ length: 8 }, (_, n) => MAKERS[makers[n % makers.length]!](company.admin, n))
    expect(outcome(await Promise.all(all))).toEqual({ made: 3, refused: 5 })
    const kind = makers[0] === 'invitations' ? 'users' : makers[0]!
    expect((await getUsage(company.id))[kind as 'users']).toBe(kind === 'users' ? 4 : 3)
    expect(outcome([await MAKERS[makers[0]!](company.admin, 9)])).toEqual({ made: 0, refused: 1 })
  })

  it('counts the first admin of a company that a super user made', async () => {
    const company = await opened()
    expect((await company.usage()).users).toBe(1)
    const admin = await makeUser(company.id, { profile: 'admin' })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => MAKERS.users(admin, n)))
    expect(outcome(answers)).toEqual({ made: 2, refused: 6 })
    expect((await company.usage()).users).toBe(4)
  })
})
