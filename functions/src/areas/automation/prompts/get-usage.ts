import { tokenUse } from '../../../data/automation/token-use.ts'
import type { Operations } from '../operations.ts'

export const getUsage: Operations['prompts']['usage'] = ({ companyId }) => tokenUse(companyId)
