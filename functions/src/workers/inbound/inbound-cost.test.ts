import { expect, it } from 'vitest'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { listeningWrites, RULES, type RuleRow } from '../../data/rules/rule.ts'
import { metered } from '../../data/table/meter.ts'
import { createRow, newRow } from '../../data/table/small-list.ts'
import { handler } from './handler.ts'

it('reads the version of the configuration once for a text on a live ticket, and no more than six units in all', async () => {
  const fixture = await makeFixture()
  const take = () => handler(batchOf([inbound(fixture)]))
  await take()
  await take()
  const { units } = await metered(take)
  expect(units.read).toBeLessThanOrEqual(6)
  expect(units.calls).toBeLessThanOrEqual(8)
})

it('reads no more, and writes one timer more, in a company with rules about messages', async () => {
  const [without, having] = [await makeFixture(), await makeFixture()]
  for (const name of ['Frete', 'Troca', 'Preço']) {
    const row = newRow<RuleRow>({
      ...{ name, event: 'message.received', match: 'all', active: true, order: 0 },
      conditions: [{ field: 'words', operator: 'contains', value: name }],
      actions: [{ type: 'priority', priority: 'high' }],
    })
    await createRow(having.companyId, RULES, row, { writes: listeningWrites(having.companyId, undefined, row) })
  }
  const cost = async (fixture: Fixture) => {
    const take = () => handler(batchOf([inbound(fixture, { body: 'Bom dia' })]))
    await take()
    await take()
    return (await metered(take)).units
  }
  const [plain, ruled] = [await cost(without), await cost(having)]
  expect(ruled.read).toBe(plain.read)
  expect(ruled.write - plain.write).toBe(2)
})
