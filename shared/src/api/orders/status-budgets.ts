import { z } from 'zod'
import { Id, ListName, MessageText } from '../../api-contract/fields.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { OptionalCode } from '../../api-contract/sales-fields.ts'
import { TEMPLATE_REFUSALS } from '../../api-contract/template-refusals.ts'
import { StatusBudGet } from '../../entities/budget-status.ts'
import { TemplateVariables } from '../../entities/template.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

const lists = rowLists({ ...rights, path: '/statusBudgets', field: 'statusBudGets', row: StatusBudGet })
const rows = rowRoutes({
  ...rights,
  path: '/statusBudgets',
  one: 'an order status',
  audit: 'statusBudget',
  row: StatusBudGet,
  fields: {
    code: OptionalCode,
    name: ListName,
    message: MessageText.max(1000).default(''),
    templateId: Id.nullable().default(null),
    templateVariables: TemplateVariables.default({}),
    paid: z.boolean().describe('An order that stands here is paid; left out, its name decides').optional(),
  },
  missing: 'ERR_NO_STATUS_BUDGET_FOUND',
  refusals: ['ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS', ...TEMPLATE_REFUSALS],
})

/** The specification writes both `statusBudgets` and `statusBudGets`. */
const spelled = (rest = '') => [{ path: `/statusBudGets${rest}` }]

export const statusBudgets = {
  list: { ...lists.list, aliases: spelled() },
  listAll: { ...lists.listAll, aliases: spelled('/list') },
  get: { ...rows.get, aliases: spelled('/{id}') },
  create: { ...rows.create, aliases: spelled() },
  update: { ...rows.update, aliases: spelled('/{id}') },
  remove: { ...rows.remove, aliases: spelled('/{id}') },
}
