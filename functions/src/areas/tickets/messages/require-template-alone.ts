import type { TemplateToSend } from '@balcao/shared/entities/template.ts'
import { AppError } from '@balcao/shared/errors.ts'

type Body = {
  template?: TemplateToSend | undefined
  body: string
  quickMessageId?: string | undefined
  fileListId?: string | undefined
}

/**
 * Refuses a call that sends something besides a template or a poll.
 * @throws ERR_VALIDATION
 */
export function requireAlone(path: 'template' | 'poll', body: Omit<Body, 'template'>, files: number): void {
  const other =
    body.body.trim() !== ''
      ? 'body'
      : files > 0
        ? 'medias'
        : (['quickMessageId', 'fileListId'] as const).find(name => body[name])
  if (other) throw new AppError('ERR_VALIDATION', { details: [{ path, code: 'excludes', other }] })
}

/**
 * Returns the template of a call that sends nothing besides it.
 * @throws ERR_VALIDATION
 */
export function requireTemplateAlone(body: Body & { poll?: unknown }, files: number): TemplateToSend {
  if (!body.template || body.poll)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'template', code: 'excludes', other: body.poll ? 'poll' : 'body' }],
    })
  requireAlone('template', body, files)
  return body.template
}
