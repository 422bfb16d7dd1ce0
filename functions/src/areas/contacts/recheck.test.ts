/** A number without an account counts as one for a day, and is asked about again on wish. */
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { contact, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { call, makeCompany, makeUser, makeWhatsapp, type TestUser } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { openNumberHost } from '../../../test/number-host.ts'
import { findItem, markItem, requireItem } from '../../data/campaigns/contact-list-item.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { markContact } from '../../data/contacts/mark-contact.ts'
import { saveNumberChecks } from '../../data/contacts/number-check.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000

let gate: Gate
let host: ReturnType<typeof openNumberHost>
let companyId: string
let as: TestUser
let user: TestUser

beforeAll(async () => {
  gate = await openGate()
  host = openNumberHost(gate)
  const company = await makeCompany()
  companyId = company.id
  as = company.admin
  user = await makeUser(companyId)
  await makeWhatsapp(companyId, { isDefault: true, status: 'CONNECTED' })
})
beforeEach(() => {
  host.asked = []
  host.joined.clear()
})
afterAll(() => {
  host.close()
  return gate.close()
})

const recheck = (id: string) => call(contacts.check, { as: user, params: { id } })

const failed = (number: string, agoMs: number) => ({
  exists: false,
  number,
  lid: null,
  checkedAt: Date.now() - agoMs,
})

/** A contact of whose number WhatsApp said so long ago that it has no account. */
async function makeWithout(number: string, agoMs: number): Promise<string> {
  const check = failed(number, agoMs)
  await saveNumberChecks(companyId, new Map([[number, check]]), check.checkedAt)
  const made = await makeContact(companyId, { name: 'Ana', number })
  await markContact(made, check)
  return made.id
}

it('a contact without an account is asked about again on wish, a minute after the last time', async () => {
  const number = '5511980000009'
  const id = await makeWithout(number, MINUTE_MS / 2)
  host.joined.add(number)
  expect((await recheck(id)).body.isWhatsappValid).toBe(false)
  expect(host.asked).toEqual([])
  await saveNumberChecks(companyId, new Map([[number, failed(number, 0)]]), Date.now() - 2 * MINUTE_MS)
  const { body } = await recheck(id)
  expect(body).toMatchObject({ id, isWhatsappValid: true })
  expect(body.whatsappCheckedAt).toBeUndefined()
  expect(host.asked.map(({ numbers }) => numbers)).toEqual([[number]])
  expect(await getContact(companyId, id, true)).toMatchObject({ isWhatsappValid: true })
})

it('a failed check counts a day, then the number is asked about anew', async () => {
  const [fresh, old] = ['5511980000019', '5511980000029']
  const ids = [await makeWithout(fresh, DAY_MS - MINUTE_MS), await makeWithout(old, DAY_MS + MINUTE_MS)]
  host.joined.add(fresh).add(old)
  const ask = async (number: string) => (await call(contact.check, { as: user, query: { number } })).body
  expect(await ask(fresh)).toMatchObject({ alreadyExists: true, invalido: true })
  expect(host.asked).toEqual([])
  expect(await ask(old)).toMatchObject({ alreadyExists: true, invalido: false })
  expect(host.asked.map(({ numbers }) => numbers)).toEqual([[old]])
  const listed = async (searchParam: string) =>
    (await call(contacts.list, { as: user, query: { searchParam } })).body.contacts
  expect(await listed(fresh)).toMatchObject([
    { id: ids[0], isWhatsappValid: false, whatsappCheckedAt: expect.any(String) },
  ])
  expect(await listed(old)).toMatchObject([{ id: ids[1], isWhatsappValid: null }])
})

it('an answer about a number that a contact had before says nothing of the one it has now', async () => {
  const [old, number] = ['5511980000069', '5511980000079']
  const made = await makeContact(companyId, { name: 'Ana', number: old })
  // Somebody changed it while WhatsApp was asked.
  const { contact: now } = await changeContact(companyId, made.id, { number })
  const unchanged = { number, isWhatsappValid: null, version: now.version }
  expect(await markContact(made, failed(old, 0))).toMatchObject(unchanged)
  expect(await getContact(companyId, made.id, true)).toMatchObject(unchanged)
})

it('one that failed at an unknown time counts as asked by nobody', async () => {
  const number = '5511980000049'
  const made = await makeContact(companyId, { name: 'Ana', number, isWhatsappValid: false })
  expect(await getContact(companyId, made.id, true)).toMatchObject({ isWhatsappValid: null })
  host.joined.add(number)
  expect((await recheck(made.id)).body.isWhatsappValid).toBe(true)
})

it('is refused for a contact of another company, and where nobody can be asked', async () => {
  const id = await makeWithout('5511980000059', DAY_MS)
  const { id: other, admin } = await makeCompany()
  const check = (contactId: string) => call(contacts.check, { as: admin, params: { id: contactId } })
  expect((await check(id)).error).toBe('ERR_NO_CONTACT_FOUND')
  const mine = await makeContact(other, { name: 'Bia', number: '5511980000059' })
  expect((await check(mine.id)).error).toBe('ERR_WAPP_NOT_INITIALIZED')
  expect(await getContact(other, mine.id, true)).toMatchObject({ isWhatsappValid: null })
  expect(host.asked).toEqual([])
})

it('an item of a list is asked about again by itself', async () => {
  const number = '5511980000039'
  const list = (await call(contactLists.create, { as, body: { name: 'Clientes' } })).body.id
  const { id } = (await call(contactListItems.create, { as, body: { contactListId: list, name: 'Caio', number } })).body
  const check = (by = as) => call(contactListItems.check, { as: by, params: { id } })
  expect((await check()).body).toMatchObject({ isWhatsappValid: false, whatsappCheckedAt: expect.any(String) })
  // It failed again a little later: that counts a day from then.
  const before = Date.now() - DAY_MS / 2
  await markItem(await requireItem(companyId, id), { isWhatsappValid: false, checkedAt: before })
  await saveNumberChecks(companyId, new Map([[number, failed(number, 0)]]), before)
  expect(Date.parse((await check()).body.whatsappCheckedAt!)).toBeGreaterThan(before)
  await saveNumberChecks(companyId, new Map([[number, failed(number, 0)]]), before)
  host.joined.add(number)
  expect((await check()).body).toMatchObject({ id, isWhatsappValid: true })
  expect(await findItem(companyId, list, number)).not.toHaveProperty('whatsappCheckedAt')
  expect((await check(user)).status).toBe(403)
})
