import type { KnowledgeKind } from '@balcao/shared/entities/knowledge.ts'
import { AppError } from '@balcao/shared/errors.ts'

const EXTENSIONS: Record<string, KnowledgeKind> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'sheet',
  csv: 'sheet',
  xls: 'sheet',
  txt: 'text',
  md: 'text',
}

/**
 * Returns the kind of a file by its name. Whether it is one, its reader finds out.
 * @throws ERR_UPLOAD_TYPE
 */
export function documentKindOf(fileName: string): KnowledgeKind {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined
  if (!kind) throw new AppError('ERR_UPLOAD_TYPE')
  return kind
}
