import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@balcao/shared/entities/campaign.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, type TestUser } from '../../../../test/harness.ts'

let as: TestUser
beforeAll(async () => {
  as = (await makeCompany()).admin
})

const save = (settings: object, by = as) => call(campaignSettings.save, { as: by, body: { settings } as never })
const read = async (by = as) =>
  Object.fromEntries(
    (await call(campaignSettings.list, { as: by })).body.map(({ key, value }) => [key, JSON.parse(value)]),
  )

describe('how campaigns are sent', () => {
  it('has its defaults until something is changed, and keeps the rest', async () => {
    expect(await read()).toEqual(DEFAULT_CAMPAIGN_SETTINGS)
    const variables = [{ key: 'promo', value: '10 % até sexta' }]
    const saved = await save({ messageInterval: 5, variables })
    expect(saved.body).toContainEqual({ key: 'messageInterval', value: '5' })
    await save({ dailyLimit: 80, failurePause: 'disabled', hoursStart: '00:00', hoursEnd: '00:00' })
    const changed = { messageInterval: 5, variables, dailyLimit: 80, failurePause: 'disabled' }
    expect(await read()).toEqual({ ...DEFAULT_CAMPAIGN_SETTINGS, ...changed, hoursStart: '00:00', hoursEnd: '00:00' })
    expect(await read((await makeCompany()).admin)).toEqual(DEFAULT_CAMPAIGN_SETTINGS)
  })

  it('keeps both of two changes at once', async () => {
    await Promise.all([save({ longerIntervalAfter: 40 }), save({ greaterInterval: 120 })])
    expect(await read()).toMatchObject({ longerIntervalAfter: 40, greaterInterval: 120 })
  })

  it.each([
    {},
    { interval: 5 },
    { messageInterval: 7 },
    { longerIntervalAfter: 3 },
    { greaterInterval: -1 },
    { hoursStart: '24:00' },
    { hoursEnd: '8:00' },
    { dailyLimit: 0 },
    { dailyLimit: 'always' },
    { failurePause: 'no' },
    {
      variables: [
        { key: 'a', value: '1' },
        { key: 'A', value: '2' },
      ],
    },
    { variables: [{ key: '{{a}}', value: '1' }] },
    { variables: [{ key: 'duas palavras', value: '1' }] },
    { variables: [{ key: 'firstName', value: '1' }] },
  ])('refuses %j and changes nothing', async settings => {
    const before = await read()
    const answer = await save(settings)
    expect([answer.status, answer.error]).toEqual([400, 'ERR_VALIDATION'])
    expect(await read()).toEqual(before)
  })
})
