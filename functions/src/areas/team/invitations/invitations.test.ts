import { auth } from '@balcao/shared/api/account/auth.ts'
import { invitation } from '@balcao/shared/api/account/invitation.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, rawRow, type TestCompany } from '../../../../test/harness.ts'
import { mailTo } from '../../../../test/mail-queue.ts'
import { emailToken } from '../../../data/account/email-token.ts'
import { getUsage } from '../../../data/company/usage.ts'
import { changeRow, getRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, newInvitationCode } from '../../../data/team/invitation.ts'
import { fire } from '../../../workers/timers/handler.ts'

const newEmail = () => `${newId()}@example.com`
const from = () => `198.51.100.8-${newId()}`
const PASSWORD = 'Quatro-Janelas-77'

const invite = (company: TestCompany, body: object = {}) =>
  call(invitations.create, { as: company.admin, body: { name: 'Caio Silva', email: newEmail(), ...body } })

/** The token as the letter has it. */
async function tokenOf({ id: companyId }: TestCompany, id: string) {
  const row = await getRow(companyId, INVITATIONS, id, true)
  return emailToken(companyId, id, await newInvitationCode(companyId, row!))
}
const look = (token: string, sourceIp = from()) => call(invitation.look, { body: { token }, sourceIp })
const accept = (token: string, body: object = {}, sourceIp = from()) =>
  call(invitation.accept, { body: { token, name: 'Caio S.', password: PASSWORD, ...body }, sourceIp })
const seats = async ({ id }: TestCompany) => {
  const { users: taken, invited, admins } = await getUsage(id)
  return { taken, invited, admins }
}
/** Seven days later. */
const expire = async ({ id: companyId }: TestCompany, invitationId: string) => {
  const { goodUntil } = (await getRow(companyId, INVITATIONS, invitationId, true))!
  const dueAt = Date.parse(goodUntil)
  await fire({ type: 'expireInvitation', companyId, invitationId, expiresAt: goodUntil, dueAt }, dueAt)
}

describe('an invitation', { timeout: 60_000 }, () => {
  it('is a letter in the language it is asked in, a row that admins see, and a place in the plan', async () => {
    const company = await makeCompany()
    const queue = await makeQueue(company.id)
    const email = newEmail()
    const made = await invite(company, { email: email.toUpperCase(), queueIds: [queue.id, queue.id], language: 'en' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { email, queueIds: [queue.id], profile: 'user', isExpired: false, invitedBy: { id: company.admin.user.id } },
    ])
    expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.sentAt)).toBe(7 * 86_400_000)
    expect(await mailTo(email, 1)).toMatchObject([{ type: 'invitation', invitationId: made.body.id }])
    expect((await call(invitations.list, { as: company.admin })).body).toEqual([made.body])
    expect((await call(users.list, { as: company.admin })).body.count).toBe(1)
    expect(await seats(company)).toEqual({ taken: 2, invited: 1, admins: 1 })
  })

  it('becomes a user with the rights it named, who signs in with the own password', async () => {
    const company = await makeCompany()
    const [kept, gone] = [await makeQueue(company.id), newId()]
    const { body: made } = await invite(company, { profile: 'admin', queueIds: [kept.id], allTicket: 'enabled' })
    const token = await tokenOf(company, made.id)
    expect((await look(token)).body).toEqual({
      name: 'Caio Silva',
      email: made.email,
      company: company.name,
      invitedBy: company.admin.user.name,
    })
    expect(gone).not.toBe(kept.id)
    const answer = await accept(token)
    expect([answer.status, answer.raw, answer.cookies]).toEqual([201, { email: made.email }, []])
    const signedIn = await call(auth.login, { body: { email: made.email, password: PASSWORD }, sourceIp: from() })
    expect(signedIn.body.user).toMatchObject({
      name: 'Caio S.',
      profile: 'admin',
      allTicket: 'enabled',
      emailConfirmed: true,
      queues: [{ id: kept.id }],
    })
    expect(await seats(company)).toEqual({ taken: 2, invited: 0, admins: 2 })
    expect((await call(invitations.list, { as: company.admin })).body).toEqual([])
    expect((await accept(token)).error).toBe('ERR_INVITATION_CODE')
  })

  it('gives who accepts it the hours that another system had, and shows them to nobody before', async () => {
    const company = await makeCompany()
    const { body: made } = await invite(company)
    const accessHours = DEFAULT_SCHEDULES.slice(0, 5)
    const row = (await getRow(company.id, INVITATIONS, made.id, true))!
    await changeRow(company.id, INVITATIONS, row, { accessHours })
    const { raw } = await call(invitations.list, { as: company.admin })
    expect(JSON.stringify(raw)).not.toContain('accessHours')
    expect((await accept(await tokenOf(company, made.id))).status).toBe(201)
    const { body } = await call(users.list, { as: company.admin })
    expect(body.users.find(({ email }) => email === made.email)?.accessHours).toEqual(accessHours)
  })

  it('is accepted by one of many parallel calls', async () => {
    const company = await makeCompany()
    const { body: made } = await invite(company)
    const token = await tokenOf(company, made.id)
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(await seats(company)).toEqual({ taken: 2, invited: 0, admins: 1 })
  })

  it('takes a place of the plan: of what is asked for at once as much passes as there is room', async () => {
    const company = await makeCompany({ plan: { users: 3 } })
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => invite(company)),
      ...Array.from({ length: 3 }, () =>
        call(users.create, { as: company.admin, body: { name: 'Bia', email: newEmail(), password: 'secret1' } }),
      ),
    ])
    expect(answers.map(({ error, status }) => error ?? status).sort()).toEqual([
      201,
      201,
      ...Array(4).fill('ERR_PLAN_LIMIT'),
    ])
    expect((await seats(company)).taken).toBe(3)
  })

  it('is refused for an address that somebody has, or that was invited, also at once', async () => {
    const company = await makeCompany()
    const other = await makeCompany()
    for (const email of [company.admin.user.email, other.admin.user.email.toUpperCase()])
      expect((await invite(company, { email })).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
    const email = newEmail()
    const answers = await Promise.all([invite(company, { email }), invite(company, { email })])
    expect(answers.map(({ error, status }) => error ?? status)).toContain(201)
    expect(answers.map(({ error }) => error)).toContain('ERR_INVITATION_ALREADY_EXISTS')
    expect((await seats(company)).taken).toBe(2)
    // Whoever accepts first has the address.
    const elsewhere = await invite(other, { email })
    expect((await accept(await tokenOf(other, elsewhere.body.id))).status).toBe(201)
    const [mine] = (await call(invitations.list, { as: company.admin })).body
    expect((await accept(await tokenOf(company, mine!.id))).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
    expect(await seats(company)).toEqual({ taken: 2, invited: 1, admins: 1 })
  })

  it('is sent again: the link before is dead', async () => {
    const company = await makeCompany()
    const { body: made } = await invite(company)
    const before = await tokenOf(company, made.id)
    const again = await call(invitations.send, { as: company.admin, params: { id: made.id } })
    expect(Date.parse(again.body.sentAt)).toBeGreaterThanOrEqual(Date.parse(made.sentAt))
    expect((await look(before)).error).toBe('ERR_INVITATION_CODE')
    expect((await look(await tokenOf(company, made.id))).status).toBe(200)
    expect(await mailTo(made.email, 2)).toHaveLength(2)
    expect((await seats(company)).taken).toBe(2)
    for (let n = 0; n < 3; n++) await call(invitations.send, { as: company.admin, params: { id: made.id } })
    const refused = await call(invitations.send, { as: company.admin, params: { id: made.id } })
    expect(refused.error).toBe('ERR_TOO_MANY_REQUESTS')
  })

  it('is withdrawn: the link is dead and the place is free, once', async () => {
    const company = await makeCompany({ plan: { users: 2 } })
    const { body: made } = await invite(company)
    const token = await tokenOf(company, made.id)
    expect((await invite(company)).error).toBe('ERR_PLAN_LIMIT')
    const withdraw = () => call(invitations.remove, { as: company.admin, params: { id: made.id } })
    const answers = await Promise.all([withdraw(), withdraw(), withdraw()])
    expect(answers.some(({ status }) => status === 204)).toBe(true)
    expect((await withdraw()).status).toBe(204)
    expect((await accept(token)).error).toBe('ERR_INVITATION_CODE')
    expect(await seats(company)).toEqual({ taken: 1, invited: 0, admins: 1 })
    expect((await invite(company)).status).toBe(201)
  })

  it('expires after seven days: its place is free, its row stays, and sent again it takes one', async () => {
    const company = await makeCompany({ plan: { users: 2 } })
    const { body: made } = await invite(company)
    const token = await tokenOf(company, made.id)
    await expire(company, made.id)
    await expire(company, made.id)
    expect((await accept(token)).error).toBe('ERR_INVITATION_CODE')
    expect((await call(invitations.list, { as: company.admin })).body).toMatchObject([{ id: made.id, isExpired: true }])
    expect(await seats(company)).toEqual({ taken: 1, invited: 0, admins: 1 })
    await makeUser(company.id)
    const send = () => call(invitations.send, { as: company.admin, params: { id: made.id } })
    expect((await send()).error).toBe('ERR_PLAN_LIMIT')
    expect((await call(invitations.remove, { as: company.admin, params: { id: made.id } })).status).toBe(204)
    expect((await seats(company)).taken).toBe(2)
  })

  it('sent again is not ended by the timer of the letter before', async () => {
    const company = await makeCompany()
    const { body: made } = await invite(company)
    const dueAt = Date.parse(made.expiresAt)
    await call(invitations.send, { as: company.admin, params: { id: made.id } })
    const timer = { type: 'expireInvitation', companyId: company.id, invitationId: made.id } as const
    const sent = (await getRow(company.id, INVITATIONS, made.id, true))!
    if (sent.goodUntil !== made.expiresAt) await fire({ ...timer, expiresAt: made.expiresAt, dueAt }, dueAt)
    expect((await getRow(company.id, INVITATIONS, made.id, true))?.hasSeat).toBe(true)
  })

  it('refuses guesses: five of a code, ten from an address, alike whatever is guessed', async () => {
    const company = await makeCompany()
    const { body: made } = await invite(company)
    const token = await tokenOf(company, made.id)
    for (const wrong of ['', 'x', emailToken(newId(), newId(), 'AAAAAAAA'), emailToken(company.id, made.id, 'A')])
      expect((await look(wrong)).raw).toEqual({ error: 'ERR_INVITATION_CODE' })
    for (let n = 0; n < 4; n++) await look(emailToken(company.id, made.id, 'AAAAAAAA'))
    expect((await accept(token)).error).toBe('ERR_INVITATION_CODE')
    const fresh = await tokenOf(company, made.id)
    const address = from()
    for (let n = 0; n < 10; n++) await look('x', address)
    expect((await accept(fresh, {}, address)).error).toBe('ERR_TOO_MANY_REQUESTS')
    // Looking, and a password that is refused, use nothing up.
    for (let n = 0; n < 7; n++) expect((await look(fresh)).status).toBe(200)
    expect((await accept(fresh, { password: '1234' })).error).toBe('ERR_VALIDATION')
    expect((await accept(fresh)).status).toBe(201)
  })

  it('asks for the password the company wants, and keeps its code to the letter', async () => {
    const company = await makeCompany()
    const params = { key: 'refuseWeakPasswords' }
    await call(settings.update, { as: company.admin, params, body: { value: 'enabled' } })
    const { body: made } = await invite(company)
    const token = await tokenOf(company, made.id)
    expect((await accept(token, { password: 'senha123' })).error).toBe('ERR_WEAK_PASSWORD')
    const row = await rawRow({ pk: `${company.id}#code`, sk: `invitation#${made.id}` })
    expect(JSON.stringify(row)).not.toContain(token.split('.')[2])
    expect((await accept(token)).status).toBe(201)
  })

  it('is an admin’s: nobody else sees or makes one', async () => {
    const company = await makeCompany()
    const as = await makeUser(company.id)
    expect((await call(invitations.list, { as })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(invitations.create, { as, body: { name: 'Caio', email: newEmail() } })).error).toBe(
      'ERR_NO_PERMISSION',
    )
  })
})
