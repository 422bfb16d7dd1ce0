import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp } from '../../../test/harness.ts'
import { CONTACT_LISTS } from '../../data/campaigns/contact-list.ts'
import { getJob } from '../../data/jobs/job.ts'
import { createRow, newRow } from '../../data/table/small-list.ts'

it('a check is asked over a connection that can be asked, once at a time', async () => {
  const { id: companyId, admin: as } = await makeCompany()
  const { id } = await createRow(companyId, CONTACT_LISTS, newRow({ name: 'Clientes', contactsCount: 0 }))
  const check = (whatsappId?: string, list = id) =>
    call(contactLists.check, { as, params: { id: list }, body: whatsappId ? { whatsappId } : {} })
  expect((await check()).error).toBe('ERR_NO_DEF_WAPP_FOUND')
  const away = await makeWhatsapp(companyId, { isDefault: true, status: 'DISCONNECTED' })
  expect((await check()).error).toBe('ERR_WAPP_NOT_INITIALIZED')
  const there = await makeWhatsapp(companyId)
  expect((await check(away.id)).error).toBe('ERR_WAPP_NOT_INITIALIZED')
  expect((await check(newId())).error).toBe('ERR_NO_WAPP_FOUND')
  expect((await check(there.id, newId())).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  const { status, body } = await check()
  expect(status).toBe(202)
  expect((await check(there.id)).body).toEqual(body)
  expect(await getJob(companyId, body.jobId)).toMatchObject({ kind: 'numberCheck', subject: 'Clientes' })
})

it('contacts are imported from a phone that is there', async () => {
  const { id: companyId } = await makeCompany()
  const as = await makeUser(companyId, { profile: 'supervisor' })
  const take = (whatsappId?: string) => call(contacts.import, { as, body: whatsappId ? { whatsappId } : {} })
  expect((await take()).error).toBe('ERR_NO_DEF_WAPP_FOUND')
  const away = await makeWhatsapp(companyId, { isDefault: true, status: 'DISCONNECTED' })
  expect((await take()).error).toBe('ERR_WAPP_NOT_INITIALIZED')
  const there = await makeWhatsapp(companyId)
  expect((await take(away.id)).error).toBe('ERR_WAPP_NOT_INITIALIZED')
  const other = await makeWhatsapp((await makeCompany()).id)
  expect((await take(other.id)).error).toBe('ERR_NO_WAPP_FOUND')
  const { status, body } = await take()
  expect(status).toBe(202)
  expect((await take(there.id)).body).toEqual(body)
})
