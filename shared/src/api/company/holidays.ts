import { z } from 'zod'
import { day } from '../../api-contract/fields.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Holiday } from '../../entities/holiday.ts'
import { EndTime, Time } from '../../entities/working-hours.ts'

const rights = { read: 'user', change: 'admin' } as const

const lists = rowLists({ ...rights, path: '/holidays', field: 'holidays', row: Holiday })

export const holidays = {
  ...lists,
  list: { ...lists.list, summary: 'The holidays, by date' },
  ...rowRoutes({
    ...rights,
    path: '/holidays',
    one: 'a holiday',
    audit: 'holiday',
    row: Holiday,
    fields: {
      date: day(true),
      name: z.string().trim().min(2).max(100),
      startTime: Time.nullable().default(null),
      endTime: EndTime.nullable().default(null),
    },
    missing: 'ERR_NO_HOLIDAY_FOUND',
    refusals: ['ERR_HOLIDAY_ALREADY_EXISTS'],
  }),
}
