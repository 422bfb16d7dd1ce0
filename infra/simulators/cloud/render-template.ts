import type { MediaKind, MediaRef } from './check-message.ts'
import { mediaOf } from './check-message.ts'
import type { Rendered } from './cloud-state.ts'
import { CloudError } from './errors.ts'
import { type Fields, fieldsOf, textOf } from './read-param.ts'
import { componentOf, type Template, type TemplateButton, variablesOf } from './template-types.ts'

const MEDIA_FORMATS: Readonly<Record<string, MediaKind>> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' }

/** Longest body with its variables filled in. */
const MAX_BODY = 1024

/**
 * Fills a template's variables with those of a message. Throws 132000, 132012, 132005, 132018 or
 * 131008 where they do not fit.
 */
export function renderTemplate(template: Template, components: unknown): { rendered: Rendered; media: MediaRef[] } {
  const given = (components === undefined ? [] : Array.isArray(components) ? components : [components]).map(each =>
    fieldsOf(each, "template['components']"),
  )
  const parametersOf = (type: string): Fields[] => {
    const found = given.find(component => String(component.type).toLowerCase() === type)
    return list(found?.parameters).map(each => fieldsOf(each, `${type} parameters`))
  }
  const unknown = given.find(({ type }) => !['header', 'body', 'button'].includes(String(type).toLowerCase()))
  if (unknown) throw new CloudError(100, `Component type ${String(unknown.type)} is not allowed`)
  const header = componentOf(template, 'HEADER')
  const kind = header && MEDIA_FORMATS[header.format ?? '']
  const headerParameters = parametersOf('header')
  const media = kind ? [headerMedia(headerParameters, kind, header?.format ?? '')] : []
  const body = fill(template, 'body', componentOf(template, 'BODY')?.text ?? '', parametersOf('body'))
  if (body.length > MAX_BODY) throw new CloudError(132005, `body: translated text is longer than ${MAX_BODY}`)
  return {
    media,
    rendered: {
      name: template.name,
      language: template.language,
      header: header
        ? {
            format: header.format ?? 'TEXT',
            text: kind ? null : fill(template, 'header', header.text ?? '', headerParameters),
            mediaId: media[0]?.id ?? null,
            link: media[0]?.link ?? null,
          }
        : null,
      body,
      footer: componentOf(template, 'FOOTER')?.text ?? null,
      buttons: (componentOf(template, 'BUTTONS')?.buttons ?? []).map((button, index) =>
        filledButton(button, index, given),
      ),
    },
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function headerMedia(parameters: readonly Fields[], kind: MediaKind, format: string): MediaRef {
  const [parameter] = parameters
  if (parameters.length !== 1 || parameter?.type !== kind)
    throw new CloudError(
      132012,
      `header: Format mismatch, expected ${format}, received ${String(parameter?.type ?? 'UNKNOWN').toUpperCase()}`,
    )
  return mediaOf(parameter[kind], kind)
}

/** Fills in a text's variables, by name or by position. */
function fill(template: Template, part: string, text: string, parameters: readonly Fields[]): string {
  const expected = variablesOf(text)
  if (parameters.length !== expected.length)
    throw new CloudError(
      132000,
      `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.length})`,
    )
  const values = new Map(
    parameters.map((parameter, i) => {
      if (parameter.type !== 'text')
        throw new CloudError(132012, `${part}: Format mismatch, expected text, received ${String(parameter.type)}`)
      const value = textOf(parameter.text, `${part} parameter ${i + 1} text`, 32_768)
      if (/[\n\t]| {5,}/.test(value))
        throw new CloudError(132018, 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces')
      if (template.parameterFormat === 'POSITIONAL') return [String(i + 1), value] as const
      const name = String(parameter.parameter_name ?? '')
      if (!expected.includes(name))
        throw new CloudError(132012, `${part}: Parameter name is missing or unknown: ${name || '(empty)'}`)
      return [name, value] as const
    }),
  )
  const missing = expected.find(name => !values.has(name))
  if (missing !== undefined) throw new CloudError(132012, `${part}: Parameter ${missing} is missing`)
  return text.replace(/\{\{\s*([a-z0-9_]+)\s*\}\}/g, (_, name: string) => values.get(name) ?? '')
}

const SUB_TYPES: Readonly<Record<string, string>> = { QUICK_REPLY: 'quick_reply', URL: 'url', COPY_CODE: 'copy_code' }

function filledButton(button: TemplateButton, index: number, given: readonly Fields[]): Rendered['buttons'][number] {
  const found = given.find(each => String(each.type).toLowerCase() === 'button' && Number(each.index) === index)
  if (found && String(found.sub_type).toLowerCase() !== SUB_TYPES[button.type])
    throw new CloudError(132012, `buttons: Button at index ${index} is not of type ${String(found.sub_type)}`)
  const [parameter] = list(found?.parameters).map(each => fieldsOf(each, 'button parameters'))
  const plain = { type: button.type, text: button.text ?? '', payload: null, url: null, code: null }
  const requires = () =>
    new CloudError(131008, `buttons: Button at index ${index} of type ${button.type} requires a parameter`)
  switch (button.type) {
    case 'QUICK_REPLY':
      return { ...plain, payload: parameter ? textOf(parameter.payload, 'payload', 256) : plain.text }
    case 'COPY_CODE':
      if (!parameter) throw requires()
      return { ...plain, text: 'Copiar código', code: textOf(parameter.coupon_code, 'coupon_code', 20) }
    case 'URL': {
      const isOpen = variablesOf(button.url).length > 0
      if (isOpen && !parameter) throw requires()
      if (!isOpen && parameter)
        throw new CloudError(132000, `buttons: Button at index ${index} of type Url does not take a parameter`)
      const value = parameter ? textOf(parameter.text, 'url parameter', 2000) : ''
      return { ...plain, url: (button.url ?? '').replace(/\{\{\s*[a-z0-9_]+\s*\}\}/, value) }
    }
    case 'PHONE_NUMBER':
      return { ...plain, url: `tel:${button.phone_number ?? ''}` }
  }
}
