import { AppError, errorText } from '@balcao/shared/errors.ts'
import { logger } from '../../http/logger.ts'
import { isAway } from '../../integrations/aws/is-away.ts'
import { argumentsOf } from './arguments-of.ts'
import type { Tool, ToolContext, ToolResult } from './tool.ts'

/** Time (ms) of one call. */
const TIMEOUT_MS = 8000

/**
 * Runs one call of the model. Everything that goes wrong is an answer that the model reads; only
 * where AWS is away is it thrown, so that the reply is tried again.
 * @param given the arguments, JSON as the model wrote it
 */
export async function runTool(
  tools: readonly Tool[],
  { name, arguments: given }: { name: string; arguments: string },
  context: ToolContext,
  timeoutMs = TIMEOUT_MS,
): Promise<ToolResult> {
  const tool = tools.find(each => each.name === name)
  if (!tool) return { answer: { error: 'unknown_tool' } }
  const parsed = tool.parameters.safeParse(argumentsOf(given))
  if (!parsed.success)
    return {
      answer: {
        error: 'invalid_arguments',
        message: parsed.error.issues.map(issue => issue.path.join('.')).join(', '),
      },
    }
  try {
    return await within(Math.min(timeoutMs, TIMEOUT_MS), tool.run(context, parsed.data))
  } catch (error) {
    if (error instanceof AppError) return { answer: { error: error.code, message: errorText(error.code, 'pt') } }
    if (isAway(error)) throw error
    logger.error('a tool of an AI agent failed', { companyId: context.companyId, tool: name, error: error as Error })
    return { answer: { error: 'failed' } }
  }
}

/**
 * Waits for a result no longer than `timeoutMs`. What the tool still does by then is done once all
 * the same, under its key.
 */
async function within(timeoutMs: number, result: ToolResult | Promise<ToolResult>): Promise<ToolResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ToolResult>(resolve => {
    timer = setTimeout(() => resolve({ answer: { error: 'timeout' } }), timeoutMs)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
