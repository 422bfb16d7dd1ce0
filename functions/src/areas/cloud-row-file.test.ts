/**
 * Files of rows that leave over an official number: beyond the Cloud API's limits they are refused.
 */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { expect, it } from 'vitest'
import { makeList, makeOfficialSender, someNumbers } from '../../test/campaign-fixture.ts'
import { call, makeWhatsapp } from '../../test/harness.ts'
import { makeContact } from '../../test/make-contact.ts'
import { makeTemplate } from '../../test/make-template.ts'
import { gif, png } from '../../test/pictures.ts'

const GIF = { fileName: 'a.gif', mimetype: 'image/gif', bytes: gif() }
const PNG = { fileName: 'a.png', mimetype: 'image/png', bytes: png() }
const REFUSED = { status: 422, error: 'ERR_CLOUD_IMAGE' }

it('a campaign is made with what its number sends, and moves to no number that does not', async () => {
  const sender = await makeOfficialSender()
  const as = sender.company.admin
  const { id: whatsappId } = await makeWhatsapp(sender.companyId)
  const body = { name: 'Natal', contactListId: await makeList(sender, someNumbers(1)), whatsappId: sender.connectionId }
  const templated = { ...body, templateId: sender.template.id, templateVariables: { nome: '{{firstName}}' } }
  expect(await call(campaigns.create, { as, body: templated, files: [GIF] })).toMatchObject(REFUSED)
  const made = await call(campaigns.create, { as, body: templated, files: [PNG] })
  expect(made).toMatchObject({ status: 201, body: { mediaName: 'a.png' } })
  const changed = { as, params: { id: made.body.id }, body: { name: 'Páscoa' }, files: [GIF] }
  expect(await call(campaigns.update, changed)).toMatchObject(REFUSED)
  const plain = await call(campaigns.create, { as, body: { ...body, whatsappId, message1: 'Oi' }, files: [GIF] })
  expect(plain).toMatchObject({ status: 201, body: { mediaName: 'a.gif' } })
  const moved = { as, params: { id: plain.body.id }, body: { whatsappId: sender.connectionId } }
  expect(await call(campaigns.update, moved)).toMatchObject(REFUSED)
})

it('a scheduled message is made with what its number sends, and moves to no number that does not', async () => {
  const sender = await makeOfficialSender()
  const as = sender.company.admin
  const { id: whatsappId } = await makeWhatsapp(sender.companyId)
  const { id: contactId } = await makeContact(sender.companyId)
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const components = [{ type: 'HEADER' as const, format: 'IMAGE' as const }, ...sender.template.components]
  const { id: templateId } = await makeTemplate(sender.companyId, sender.template.businessAccountId, { components })
  const template = { templateId, templateVariables: { nome: 'Maria' } }
  const body = { contactId, sendAt, whatsappId: sender.connectionId, ...template }
  expect(await call(schedules.create, { as, body, files: [GIF] })).toMatchObject(REFUSED)
  const made = await call(schedules.create, { as, body, files: [PNG] })
  expect(made).toMatchObject({ status: 201, body: { mediaName: 'a.png' } })
  const changed = { as, params: { id: made.body.id }, body: {}, files: [GIF] }
  expect(await call(schedules.update, changed)).toMatchObject(REFUSED)
  const text = { contactId, sendAt, whatsappId, body: 'Até amanhã' }
  const plain = await call(schedules.create, { as, body: text, files: [GIF] })
  expect(plain).toMatchObject({ status: 201, body: { mediaName: 'a.gif' } })
  const moved = { as, params: { id: plain.body.id }, body: { whatsappId: sender.connectionId, ...template } }
  expect(await call(schedules.update, moved)).toMatchObject(REFUSED)
})
