import { z } from 'zod'
import type { OfferedTool } from '../../integrations/openai/complete.ts'
import type { Tool } from './tool.ts'

/** Returns a tool as the model gets it. */
export const shownTool = ({ name, description, parameters }: Tool): OfferedTool => {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters)
  return { name, description, parameters: schema }
}
