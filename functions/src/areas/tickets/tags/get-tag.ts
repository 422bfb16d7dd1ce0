import { requireTag } from '../../../data/tickets/tag.ts'
import type { Operations } from '../operations.ts'

export const getTag: Operations['tags']['get'] = ({ companyId }, { params }) => requireTag(companyId, params.id)
