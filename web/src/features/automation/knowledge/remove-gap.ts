import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

/** Removes a question that found nothing, since it was written about or is ignored. */
export async function removeGap(id: string) {
  await api(knowledge.removeGap, { params: { id } })
  applyListEvent(queryClient, knowledge.gaps, 'gaps', { action: 'delete', id })
}
