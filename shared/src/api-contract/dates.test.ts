import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AREAS } from '../api/index.ts'
import { problemOf } from '../validation/problem.ts'
import { routesOf } from './match.ts'

type Field = { name: string; schema: z.ZodType; isDate: boolean }

const isDate = (schema: { format?: string; anyOf?: { format?: string }[] }): boolean =>
  [schema, ...(schema.anyOf ?? [])].some(({ format }) => format === 'date' || format === 'date-time')

/** Date fields of every query and body, by route. */
const dates = AREAS.flatMap(area =>
  routesOf(area).flatMap(({ resource, operation, route }) =>
    [route.query, route.body].flatMap((schema): Field[] =>
      schema instanceof z.ZodObject
        ? Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, each]) => ({
            name: `${resource}.${operation}.${field}`,
            schema: each,
            isDate: isDate(z.toJSONSchema(each, { io: 'input', unrepresentable: 'any' }) as object),
          }))
        : [],
    ),
  ),
).filter(field => field.isDate)

describe('dates of the contract', () => {
  it('are found', () => {
    expect(dates.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'coupons.create.startAt',
        'contracts.update.expiresAt',
        'holidays.create.date',
        'customers.create.birthday',
        'schedules.create.sendAt',
        'ticketreport.reports.dateFrom',
      ]),
    )
  })

  it.each(dates)('$name is wrong when it is no date, and not when it is missing', ({ schema }) => {
    const codesOf = (date: unknown) =>
      schema.safeParse(date, { reportInput: true }).error?.issues.map(issue => problemOf(issue).code)
    for (const wrong of ['amanhã', '20/11/2026', '2026-02-30', '2026-13-01T00:00:00Z', 20261120, {}]) {
      expect([wrong, codesOf(wrong)]).toEqual([wrong, ['invalid_date']])
    }
    expect(codesOf(undefined) ?? []).not.toContain('invalid_date')
  })
})
