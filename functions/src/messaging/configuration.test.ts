import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { expect, it } from 'vitest'
import { call, changeElsewhere, makeCompany, makeQueue, makeWhatsapp } from '../../test/harness.ts'
import { webhooksFor } from '../data/automation/webhook.ts'
import { configurationVersion } from '../data/company/configuration-version.ts'
import { configurationOf } from './configuration.ts'

it('is the changed one for the very next message: queue, connection and setting', async () => {
  const { id: companyId, admin: as } = await makeCompany()
  const connection = await makeWhatsapp(companyId)
  const support = await makeQueue(companyId, { name: 'Suporte' })
  const now = async () => (await configurationOf(companyId, connection.id))!
  expect((await now()).queues.map(({ name }) => name)).toEqual(['Suporte'])
  await call(queue.update, { as, params: { id: support.id }, body: { name: 'Vendas' } })
  expect((await now()).queues.map(({ name }) => name)).toEqual(['Vendas'])
  await call(whatsapp.update, { as, params: { id: connection.id }, body: { name: 'Loja nova' } })
  expect((await now()).connection.name).toBe('Loja nova')
  await call(settings.update, { as, params: { key: 'userRating' }, body: { value: 'enabled' } })
  expect((await now()).settings.userRating).toBe('enabled')
  await call(queue.remove, { as, params: { id: support.id } })
  expect((await now()).queues).toEqual([])
})

it('is read anew in a process that only learns the version of another', async () => {
  const { id: companyId, admin: as } = await makeCompany()
  const connection = await makeWhatsapp(companyId)
  const setting = async () => (await configurationOf(companyId, connection.id))!.settings.userRating
  const key = { pk: `${companyId}#company`, sk: 'setting#userRating' }
  await call(settings.update, { as, params: { key: 'userRating' }, body: { value: 'disabled' } })
  expect(await setting()).toBe('disabled')
  await changeElsewhere(key, 'value', 'enabled')
  expect(await setting()).toBe('disabled')
  const version = await configurationVersion(companyId)
  await changeElsewhere({ pk: `${companyId}#company`, sk: 'configuration' }, 'version', version + 1)
  expect(await setting()).toBe('enabled')
})

it('is not raised by what messages are not answered by, nor by a refused call', async () => {
  const { id: companyId, admin: as } = await makeCompany()
  const before = await configurationVersion(companyId)
  await call(settings.list, { as })
  await call(settings.update, { as, params: { key: 'userRating' }, body: { value: 'perhaps' } })
  expect(await configurationVersion(companyId)).toBe(before)
})

it('has a webhook for the first event behind its making, and none behind its removal', async () => {
  const { id: companyId, admin: as } = await makeCompany()
  expect(await webhooksFor(companyId, 'message.received')).toEqual([])
  const body = { name: 'Sistema', url: 'https://example.com/hook', events: ['message.received' as const] }
  const { id } = (await call(webhooks.create, { as, body })).body
  expect((await webhooksFor(companyId, 'message.received')).map(row => row.id)).toEqual([id])
  await call(webhooks.update, { as, params: { id }, body: { active: false } })
  expect(await webhooksFor(companyId, 'message.received')).toEqual([])
  await call(webhooks.update, { as, params: { id }, body: { active: true } })
  await call(webhooks.remove, { as, params: { id } })
  expect(await webhooksFor(companyId, 'message.received')).toEqual([])
})
