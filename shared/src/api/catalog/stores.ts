import { z } from 'zod'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { LongName, OptionalCnpj, optionalPlace } from '../../api-contract/sales-fields.ts'
import { Store } from '../../entities/store.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

export const stores = {
  ...rowLists({ ...rights, path: '/stores', field: 'stores', row: Store }),
  ...rowRoutes({
    ...rights,
    path: '/stores',
    one: 'a store; its prices and rates go with it',
    audit: 'store',
    row: Store,
    fields: {
      document: OptionalCnpj.default(''),
      name: LongName,
      fantasy: z.string().trim().max(60).default(''),
      ...optionalPlace,
      isActive: z.boolean().default(true),
      keyPix: z.string().trim().max(77).default(''),
    },
    missing: 'ERR_NO_STORE_FOUND',
    refusals: ['ERR_STORE_NAME_ALREADY_EXISTS', 'ERR_STORE_DOCUMENT_ALREADY_EXISTS', 'ERR_PIX_KEY_INVALID'],
  }),
}
