import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { makeAgent } from '../../test/agent-fixture.ts'
import { call, changeElsewhere, makeCompany, makeQueue, makeWhatsapp } from '../../test/harness.ts'
import { PROMPTS } from '../data/automation/prompt.ts'
import { webhooksFor } from '../data/automation/webhook.ts'
import { changeCompany } from '../data/company/company.ts'
import { configurationVersion, withConfigurationVersion } from '../data/company/configuration-version.ts'
import { createPlan } from '../data/company/plan.ts'
import { metered } from '../data/table/meter.ts'
import { deleteRow } from '../data/table/small-list.ts'
import { configurationOf } from './configuration.ts'

/** Another process changed something. */
async function bumpElsewhere(companyId: string): Promise<void> {
  const version = await configurationVersion(companyId)
  await changeElsewhere({ pk: `${companyId}#company`, sk: 'configuration' }, 'version', version + 1)
}

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
  await bumpElsewhere(companyId)
  expect(await setting()).toBe('enabled')
})

it('is silent at once where another process disabled the company, and speaks again', async () => {
  const { id: companyId } = await makeCompany()
  const connection = await makeWhatsapp(companyId)
  const silent = async () => (await configurationOf(companyId, connection.id))!.silent
  expect(await silent()).toBe(false)
  for (const status of [false, true]) {
    await changeElsewhere({ pk: `${companyId}#company`, sk: 'company' }, 'status', status)
    await bumpElsewhere(companyId)
    expect(await silent()).toBe(!status)
  }
})

it('asks what a company has of its plan with the change of the plan', async () => {
  const { companyId, connectionId, prompt, company, queues } = await makeAgent()
  const answering = async () => {
    const { queues: known } = (await configurationOf(companyId, connectionId))!
    return known.find(({ id }) => id === queues[0]!.id)!.promptId
  }
  expect(await answering()).toBe(prompt.id)
  const other = await createPlan({ ...company.plan, name: `Sem IA ${newId()}`, useOpenAi: false })
  await changeCompany(companyId, { planId: other.id })
  expect(await answering()).toBeNull()
})

it('has no agent that was deleted, whatever names it still', async () => {
  const { companyId, connectionId, prompt } = await makeAgent()
  await deleteRow(companyId, PROMPTS, prompt)
  const { queues, botIds: machineIds } = (await configurationOf(companyId, connectionId))!
  expect([...queues.map(({ promptId }) => promptId), ...machineIds]).toEqual([null, null])
})

it('is read once for all that one message asks, and anew for the next', async () => {
  const { id: companyId } = await makeCompany()
  const before = await configurationVersion(companyId)
  await withConfigurationVersion(async () => {
    const { units } = await metered(() => Promise.all([1, 2, 3].map(() => configurationVersion(companyId))))
    expect(units.calls).toBe(1)
    await bumpElsewhere(companyId)
    expect(await configurationVersion(companyId)).toBe(before)
  })
  await withConfigurationVersion(async () => expect(await configurationVersion(companyId)).toBe(before + 1))
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
