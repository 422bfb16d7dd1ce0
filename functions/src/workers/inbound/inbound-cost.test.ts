import { expect, it } from 'vitest'
import { batchOf, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { metered } from '../../data/table/meter.ts'
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
