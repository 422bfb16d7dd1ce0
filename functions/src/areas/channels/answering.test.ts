import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue } from '../../../test/harness.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { metered } from '../../data/table/meter.ts'

describe('what answers in a connection', () => {
  it('is shown by id and name, null where nothing does', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id: queueId } = await makeQueue(company.id)
    const agent = await call(prompts.create, {
      as,
      body: {
        name: 'Agente',
        prompt: 'Você atende os clientes da loja com frases curtas e educadas.',
        apiKey: 'k',
        queueId,
      },
    })
    const system = await call(queueIntegration.create, {
      as,
      body: { type: 'n8n', name: 'Sistema', urlN8N: 'https://sistema.example/' },
    })
    const { body: bare } = await call(whatsapp.create, { as, body: { name: 'Loja' } })
    expect(bare).toMatchObject({ promptId: null, prompt: null, integrationId: null, integration: null })
    const params = { id: bare.id }
    const [prompt, integration] = [
      { id: agent.body.id, name: 'Agente' },
      { id: system.body.id, name: 'Sistema' },
    ]
    const changed = await call(whatsapp.update, {
      as,
      params,
      body: { promptId: prompt.id, integrationId: integration.id },
    })
    const whole = { promptId: prompt.id, prompt, integrationId: integration.id, integration }
    expect(changed.body).toMatchObject(whole)
    expect((await call(whatsapp.get, { as, params })).body).toMatchObject(whole)
    await call(prompts.update, { as, params: { id: prompt.id }, body: { name: 'Atendente' } })
    expect((await call(whatsapp.list, { as })).body[0]).toMatchObject({ prompt: { ...prompt, name: 'Atendente' } })
    await call(queueIntegration.remove, { as, params: { id: integration.id } })
    expect((await call(whatsapp.get, { as, params })).body).toMatchObject({ integrationId: null, integration: null })
  })

  it('costs the list one batch, whatever the number of connections', async () => {
    stopClock()
    const company = await makeCompany()
    const as = company.admin
    const { id: queueId } = await makeQueue(company.id)
    const agent = await call(prompts.create, {
      as,
      body: {
        name: 'Agente',
        prompt: 'Você atende os clientes da loja com frases curtas e educadas.',
        apiKey: 'k',
        queueId,
      },
    })
    const list = async () => (await metered(() => call(whatsapp.list, { as }))).units.calls
    await call(whatsapp.create, { as, body: { name: 'Sem agente' } })
    await list()
    const before = await list()
    for (const name of ['A1', 'B1', 'C1']) await call(whatsapp.create, { as, body: { name, promptId: agent.body.id } })
    await list()
    expect(await list()).toBe(before + 1)
  })
})
