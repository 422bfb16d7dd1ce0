import { AppError } from '@balcao/shared/errors.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { isSendable } from '@balcao/shared/rules/templates/sending-components.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import { unfilledWithFile } from './file-template-content.ts'
import { unfilledVariablesError } from './unfilled-variables-error.ts'

/**
 * Requires that a template can be sent with these values, and with a file in its header.
 * @param field field of the call that holds the values
 * @throws ERR_TEMPLATE_KIND, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES
 */
export function requireSendableTemplate(
  { components, status }: TemplateRow,
  values: Readonly<Record<string, string>>,
  field: string,
  file: KeptMedia | null = null,
): void {
  if (!isSendable(components)) throw new AppError('ERR_TEMPLATE_KIND')
  if (status !== 'APPROVED') throw new AppError('ERR_TEMPLATE_NOT_APPROVED')
  const missing = unfilledWithFile(components, values, file)
  if (missing.length > 0) throw unfilledVariablesError(missing, field, values)
}
