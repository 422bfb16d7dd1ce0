import { z } from 'zod'
import type { OfferedTool } from '../../integrations/openai/complete.ts'
import type { Tool } from './tool.ts'

/** Returns a tool as the model gets it. */
export const shownTool = ({ name, description, parameters }: Tool): OfferedTool => {
  // As it is written: a field with a default may be left out, and the model need not make one up.
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input' })
  return { name, description, parameters: schema }
}
