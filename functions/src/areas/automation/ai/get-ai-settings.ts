import { showAiSettings } from '../../../data/automation/ai-settings.ts'
import type { Operations } from '../operations.ts'

export const getAiSettings: Operations['aiSettings']['get'] = ({ companyId }) => showAiSettings(companyId)
