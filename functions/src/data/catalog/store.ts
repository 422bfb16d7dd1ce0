import type { Store } from '@balcao/shared/entities/store.ts'
import { normalizeName } from '../table/normalize.ts'
import type { SmallList } from '../table/small-list.ts'

/** Stores of a company. A document, if given, belongs to one store only. */
export const STORES: SmallList<Store> = {
  kind: 'store',
  missing: 'ERR_NO_STORE_FOUND',
  text: store => store.name,
  unique: ({ name, document }) => ({
    storeName: normalizeName(name),
    ...(document ? { storeDocument: document } : {}),
  }),
  taken: { storeName: 'ERR_STORE_NAME_ALREADY_EXISTS', storeDocument: 'ERR_STORE_DOCUMENT_ALREADY_EXISTS' },
}
