/** Messages of a template whose header shows a file of the company's own. */
import type { HeaderFormat, TemplateComponent } from '@balcao/shared/entities/template.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { unfilledVariables } from '@balcao/shared/rules/templates/sending-components.ts'
import { HEADER_VARIABLE } from '@balcao/shared/rules/templates/template-variables.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import { templateContent } from './template-content.ts'

type Values = Readonly<Record<string, string>>

/** Kind of file that a header of each format shows. */
const FILE_KINDS: Partial<Record<HeaderFormat, KeptMedia['kind']>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'application',
}

const fileKindOf = (component: TemplateComponent): KeptMedia['kind'] | undefined =>
  component.type === 'HEADER' && component.format !== 'TEXT' ? FILE_KINDS[component.format] : undefined

/** Returns whether a file is what the template's header shows. */
const showsFile = (components: readonly TemplateComponent[], file: Pick<KeptMedia, 'kind'> | null): boolean =>
  file !== null && components.some(component => fileKindOf(component) === file.kind)

const withoutFile = (components: readonly TemplateComponent[]): TemplateComponent[] =>
  components.filter(component => fileKindOf(component) === undefined)

/**
 * Returns the variables that have no value; the header needs none where the file is of its kind. A
 * file that the template does not show is not sent, so it is named too.
 */
export function unfilledWithFile(
  components: readonly TemplateComponent[],
  values: Values,
  file: KeptMedia | null,
): string[] {
  if (file === null) return unfilledVariables(components, values)
  if (showsFile(components, file)) return unfilledVariables(withoutFile(components), values)
  return [...new Set([HEADER_VARIABLE, ...unfilledVariables(components, values)])]
}

/**
 * Returns a template without its header, where that shows a file of this kind; undefined where it
 * does not.
 */
export const besideFile = (template: TemplateRow, file: Pick<KeptMedia, 'kind'>): TemplateRow | undefined =>
  showsFile(template.components, file) ? { ...template, components: withoutFile(template.components) } : undefined

/**
 * Returns a message made of a template, with the file in its header where it shows one.
 * @throws what `templateContent` throws
 */
export function fileTemplateContent(
  template: TemplateRow,
  values: Values,
  file: KeptMedia | null,
): Extract<OutboundContent, { kind: 'template' }> {
  const rest = file && besideFile(template, file)
  return file && rest ? { ...templateContent(rest, values), media: file } : templateContent(template, values)
}
