import { aiPrices, aiSettings, aiUse } from '@balcao/shared/api/automation/ai.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { afterEach, expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../test/harness.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import { transact } from '../table/transact.ts'
import { saveAiPrices } from './ai-price.ts'
import { companyKey } from './ai-settings.ts'
import { aiUseWrites } from './ai-use.ts'
import { spentLimit } from './token-use.ts'

afterEach(() => saveAiPrices({ currency: 'BRL', prices: [] }))

const spend = async (companyId: string, ...uses: Parameters<typeof aiUseWrites>[2][]) =>
  transact(await aiUseWrites(companyId, { kind: 'prompt', id: 'p1', name: 'Vendedora' }, ...uses))

it('is counted by month, and by day and user, with its cost at that moment', async () => {
  await saveAiPrices({ currency: 'BRL', prices: [{ model: 'caro', input: 10_000_000, output: 30_000_000 }] })
  const { id, admin: as } = await makeCompany()
  const [one, other] = [
    { model: 'caro', inputTokens: 1000, outputTokens: 100 },
    { model: 'sem-preço', inputTokens: 50, outputTokens: 5 },
  ]
  await spend(id, one, other)
  await spend(id, { model: 'caro', inputTokens: 0, outputTokens: 0, toolCalls: 2 })
  expect(await aiUseWrites(id, { kind: 'user', id: 'u', name: 'U' })).toEqual([])
  const day = localDay(Date.now(), 'America/Sao_Paulo')
  const use = { inputTokens: 1050, outputTokens: 105, calls: 2, toolCalls: 2, cost: 13_000, unpriced: 55 }
  const days = await call(aiUse.days, { as, query: { dateFrom: day, dateTo: day } })
  expect(days.body).toEqual({ currency: 'BRL', days: [{ day, kind: 'prompt', id: 'p1', name: 'Vendedora', ...use }] })
  expect((await call(aiSettings.get, { as })).body).toMatchObject({ cost: 0.013, unpriced: 55, currency: 'BRL' })
  expect((await call(prompts.usage, { as })).body.tokens).toBe(1155)
  // What was counted keeps its cost.
  await saveAiPrices({ currency: 'BRL', prices: [] })
  expect((await call(aiSettings.get, { as })).body.cost).toBe(0.013)
  const missing = await call(aiUse.days, { as, query: { dateFrom: day } as never })
  expect(missing.details[0]).toMatchObject({ path: 'dateTo', code: 'required' })
})

it('stops at the cap of the month, in money or in tokens', async () => {
  await saveAiPrices({ currency: 'BRL', prices: [{ model: '*', input: 1_000_000, output: 1_000_000 }] })
  const { id, admin: as } = await makeCompany()
  const cap = (monthlyCap: number | null) => call(aiSettings.save, { as, body: { monthlyCap } })
  expect((await cap(0.01)).body.monthlyCap).toBe(0.01)
  await spend(id, { model: 'x', inputTokens: 9999, outputTokens: 0 })
  expect(await spentLimit(id)).toBeUndefined()
  await spend(id, { model: 'x', inputTokens: 1, outputTokens: 0 })
  expect(await spentLimit(id)).toBe('ERR_AI_COST_SPENT')
  expect((await cap(null)).body.monthlyCap).toBeNull()
  expect(await spentLimit(id)).toBeUndefined()
  expect((await cap(0)).details[0]!.path).toBe('monthlyCap')
})

it('settings keep their key sealed, and change what is named', async () => {
  const { id, admin: as } = await makeCompany()
  expect((await call(aiSettings.get, { as })).body).toMatchObject({
    hasApiKey: false,
    copilotModel: '',
    monthlyCap: null,
  })
  const given = { apiKey: 'sk-balcao-segredo-0009', copilotModel: 'gpt-4o', embeddingModel: 'e-1' }
  const saved = await call(aiSettings.save, { as, body: given })
  expect(saved.body).toMatchObject({ hasApiKey: true, copilotModel: 'gpt-4o', embeddingModel: 'e-1' })
  expect(JSON.stringify([saved.raw, await rowsOf(id)])).not.toContain(given.apiKey)
  expect(await companyKey(id)).toBe(given.apiKey)
  expect((await call(aiSettings.save, { as, body: { copilotModel: '' } })).body).toMatchObject({
    ...{ hasApiKey: true, copilotModel: '', embeddingModel: 'e-1' },
  })
  expect((await call(aiSettings.save, { as, body: { apiKey: '' } })).body.hasApiKey).toBe(false)
  expect(await companyKey(id)).toBeUndefined()
  for (const body of [{ apiKey: 'ç' }, { copilotModel: 'a b' }, { monthlyCap: 1.001 }])
    expect((await call(aiSettings.save, { as, body })).status).toBe(400)
  expect((await call(aiSettings.get, { as: await makeUser(id) })).error).toBe('ERR_NO_PERMISSION')
})

it('prices are the operator’s', async () => {
  const { admin: as } = await makeCompany()
  expect((await call(aiPrices.get, { as })).status).toBe(403)
  const operator = { ...as, actor: { ...as.actor, super: true } }
  expect(operator.actor.super).toBe(true)
  expect((await call(aiPrices.save, { as, body: { currency: 'BRL', prices: [] } })).status).toBe(403)
})
