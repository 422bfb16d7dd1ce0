import { imports } from '@balcao/shared/api/company/imports.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { DataImport, DataImportState } from '@balcao/shared/entities/data-import.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'

/** States in which something is under way. */
export const isUnderWay = (state: DataImportState): boolean =>
  state === 'reading' || state === 'running' || state === 'removing'

/** Puts an answer of a call into the cached lists and under the import's own key. */
export function applyImport(row: DataImport): void {
  queryClient.setQueryData<DataImport>(queryKey(imports.get, { params: { id: row.id } }), known =>
    known && known.updatedAt > row.updatedAt ? known : row,
  )
  applyListEvent(queryClient, imports.list, 'imports', { action: 'update', row })
}
