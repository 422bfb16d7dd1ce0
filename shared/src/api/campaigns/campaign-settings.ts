import { z } from 'zod'
import { route } from '../../api-contract/route.ts'
import { LONG_INTERVALS, SEND_INTERVALS } from '../../entities/campaign.ts'
import { Setting } from '../../entities/setting.ts'
import { EndTime, Time } from '../../entities/working-hours.ts'
import { isVariable, VARIABLE_NAME } from '../../rules/variable-names.ts'
import { codeMessage } from '../../validation/field-message.ts'

const common = { access: 'admin', plan: 'useCampaigns', path: '/campaign-settings' } as const

const oneOf = (values: readonly number[]) =>
  z
    .number()
    .int()
    .refine(value => values.includes(value), { error: codeMessage('invalid_option'), params: { values } })

/** Variables with unique names: of two equal names, the second would never be filled in. */
const Variables = z
  .array(
    z.object({
      key: z
        .string()
        .trim()
        .min(1)
        .max(50)
        .regex(VARIABLE_NAME, codeMessage('invalid_name'))
        .refine(key => !isVariable(key), codeMessage('reserved_name')),
      value: z.string().max(1000),
    }),
  )
  .max(50)
  .refine(list => new Set(list.map(({ key }) => key.toLowerCase())).size === list.length, codeMessage('duplicate'))

export const CampaignSettingsBody = z
  .object({
    messageInterval: oneOf(SEND_INTERVALS),
    longerIntervalAfter: oneOf(LONG_INTERVALS),
    greaterInterval: oneOf(LONG_INTERVALS),
    variables: Variables,
    hoursStart: Time,
    hoursEnd: EndTime,
    dailyLimit: z.union([z.literal('auto'), z.literal('off'), z.number().int().min(1).max(100_000)]),
    failurePause: z.enum(['enabled', 'disabled']),
  })
  .partial()
  .refine(settings => Object.keys(settings).length > 0, codeMessage('nothing_given'))

/**
 * Settings as records of key and value, the value as JSON: `{ key: "messageInterval", value: "20"
 * }`.
 */
export const campaignSettings = {
  list: route({
    ...common,
    method: 'GET',
    summary: 'Settings by which campaigns are sent: every key with its value, as JSON',
    response: z.array(Setting),
  }),
  save: route({
    ...common,
    method: 'POST',
    audit: 'campaignSettings.update',
    summary: 'Change how campaigns are sent; what is left out stays',
    body: z.object({ settings: CampaignSettingsBody }),
    response: z.array(Setting),
  }),
}
