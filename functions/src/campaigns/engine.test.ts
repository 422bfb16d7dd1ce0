import { describe, expect, it } from 'vitest'
import {
  ack,
  makeCampaign,
  makeList,
  makeSender,
  sentOf,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../test/campaign-fixture.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { getShipping, progressOf, shippingKey } from '../data/campaigns/shipping.ts'

describe('a campaign', () => {
  it('goes to everybody in its list once, and is done when all of it was acknowledged', async () => {
    const sender = await makeSender()
    const numbers = someNumbers(5)
    const campaign = await makeCampaign(sender, await makeList(sender, numbers))
    await start(campaign)
    expect(await getCampaign(sender.companyId, campaign.id, true)).toMatchObject({ status: 'EM_ANDAMENTO' })
    await workJobs(sender.companyId)
    expect(await progressOf(sender.companyId, campaign.id, true)).toMatchObject({
      planned: true,
      counts: { waiting: 5 },
    })
    await tick(sender)
    const sent = await sentOf(sender)
    expect(sent.map(({ to }) => to.number).sort()).toEqual([...numbers].sort())
    expect(sent.map(({ content }) => content)).toEqual(sent.map(() => ({ kind: 'text', body: 'Olá, Pessoa!' })))
    expect(await progressOf(sender.companyId, campaign.id, true)).toMatchObject({ inFlight: 5, counts: { sent: 5 } })
    for (const command of sent) await ack(sender, command, 2)
    expect(await progressOf(sender.companyId, campaign.id, true)).toMatchObject({
      inFlight: 0,
      arrived: 5,
      counts: { delivered: 5 },
    })
    const lane = await tick(sender)
    expect(lane.campaigns).toEqual([])
    expect(await getCampaign(sender.companyId, campaign.id, true)).toMatchObject({ status: 'FINALIZADA' })
    const row = await getShipping(sender.companyId, campaign.id, shippingKey({ number: numbers[0]!, lid: null }))
    expect(row).toMatchObject({ state: 'delivered', number: numbers[0] })
  })
})
