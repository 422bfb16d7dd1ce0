import type { TemplateToSend } from '@balcao/shared/entities/template.ts'
import { AppError } from '@balcao/shared/errors.ts'

type Body = {
  template?: TemplateToSend | undefined
  body: string
  quickMessageId?: string | undefined
  fileListId?: string | undefined
}

/**
 * Returns the template of a call that sends nothing besides it.
 * @throws ERR_VALIDATION
 */
export function requireTemplateAlone(body: Body, files: number): TemplateToSend {
  const other =
    body.body.trim() !== ''
      ? 'body'
      : files > 0
        ? 'medias'
        : (['quickMessageId', 'fileListId'] as const).find(name => body[name])
  if (!body.template || other)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'template', code: 'excludes', other: other ?? 'body' }] })
  return body.template
}
