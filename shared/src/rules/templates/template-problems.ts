/**
 * Problems for which Meta refuses a template before anybody reviews it (Graph API v23.0, "Message
 * templates": "Components", "Template creation"). Contract and editor ask the same rules.
 */
import type { TemplateComponent } from '../../entities/template.ts'
import type { ValidationCode } from '../../validation/code-texts.ts'
import { isPositional, placeholdersIn } from './placeholders.ts'
import { type TemplateVariable, templateVariables } from './template-variables.ts'

/** Most characters, and most buttons, by part. */
export const TEMPLATE_LIMITS = {
  body: 1024,
  header: 60,
  footer: 60,
  buttonText: 25,
  buttons: 10,
  urlButtons: 2,
  phoneButtons: 1,
  codeButtons: 1,
  url: 2000,
  code: 15,
  name: 512,
} as const

export type TemplateProblem = {
  /** Place in the components: `[1, 'text']`. */
  path: (string | number)[]
  code: ValidationCode
  maximum?: number
}

type Path = TemplateProblem['path']

/** Name of a variable that is made here: Meta takes small letters, digits and `_`. */
export const TEMPLATE_VARIABLE_NAME = /^[a-z][a-z0-9_]*$/

const inText = (path: Path, text: string, maximum: number): TemplateProblem[] => {
  if (text.trim() === '') return [{ path, code: 'required' }]
  return text.length > maximum ? [{ path, code: 'too_long', maximum }] : []
}

/** Returns the problems of the names in a text. */
function inNames(path: Path, text: string): TemplateProblem[] {
  const names = placeholdersIn(text)
  const placed = names.filter(isPositional)
  // Positions are 1, 2, 3… without a gap.
  const isCounted = placed.every(name => Number(name) >= 1 && Number(name) <= placed.length)
  const areFit = names.every(name => isPositional(name) || TEMPLATE_VARIABLE_NAME.test(name))
  const areAlike = placed.length === 0 || placed.length === names.length
  return areFit && areAlike && isCounted ? [] : [{ path, code: 'invalid_name' }]
}

/** Returns the problems of variables at the edge of a text, or side by side. */
const inPlaces = (path: Path, text: string): TemplateProblem[] =>
  /^\s*\{\{|\}\}\s*$|\}\}\s*\{\{/.test(text) ? [{ path, code: 'variable_at_edge' }] : []

const withoutSample = (path: Path, variables: readonly TemplateVariable[]): TemplateProblem[] =>
  variables.some(({ sample }) => sample.trim() === '') ? [{ path, code: 'required' }] : []

type ButtonsComponent = Extract<TemplateComponent, { type: 'BUTTONS' }>

function inButtons(component: ButtonsComponent, at: number): TemplateProblem[] {
  const { buttons } = component
  const path: Path = [at, 'buttons']
  const most = (type: string, maximum: number): TemplateProblem[] =>
    buttons.filter(button => button.type === type).length > maximum ? [{ path, code: 'too_many', maximum }] : []
  const isQuick = buttons.map(({ type }) => type === 'QUICK_REPLY')
  const changes = isQuick.filter((quick, i) => i > 0 && quick !== isQuick[i - 1]).length
  return [
    ...(buttons.length > TEMPLATE_LIMITS.buttons
      ? [{ path, code: 'too_many' as const, maximum: TEMPLATE_LIMITS.buttons }]
      : []),
    ...most('URL', TEMPLATE_LIMITS.urlButtons),
    ...most('PHONE_NUMBER', TEMPLATE_LIMITS.phoneButtons),
    ...most('COPY_CODE', TEMPLATE_LIMITS.codeButtons),
    // Quick replies stand together.
    ...(changes > 1 ? [{ path, code: 'invalid_format' as const }] : []),
    ...buttons.flatMap((button, i) => inButton(button, [...path, i])),
  ]
}

function inButton(button: ButtonsComponent['buttons'][number], path: Path): TemplateProblem[] {
  if (button.type === 'OTHER') return [{ path, code: 'invalid_option' }]
  const label =
    button.type === 'COPY_CODE' && !button.text
      ? []
      : inText([...path, 'text'], button.text ?? '', TEMPLATE_LIMITS.buttonText)
  const noVariable = placeholdersIn(button.text ?? '').length > 0
  return [
    ...label,
    ...(noVariable ? [{ path: [...path, 'text'], code: 'invalid_format' as const }] : []),
    ...behind(button, path),
  ]
}

/** Returns the problems of what a button does. */
function behind(button: ButtonsComponent['buttons'][number], path: Path): TemplateProblem[] {
  switch (button.type) {
    case 'URL': {
      const at = [...path, 'url']
      if (button.url.length > TEMPLATE_LIMITS.url) return [{ path: at, code: 'too_long', maximum: TEMPLATE_LIMITS.url }]
      const [begin = '', rest] = button.url.split('{{')
      const isAddress = URL.canParse(begin) && /^https?:$/.test(new URL(begin).protocol)
      if (!isAddress || (rest !== undefined && !/^\s*1\s*\}\}$/.test(rest)) || button.url.split('{{').length > 2)
        return [{ path: at, code: 'invalid_url' }]
      const isSampled = rest === undefined || (button.example?.[0] ?? '') !== ''
      return isSampled ? [] : [{ path: [...path, 'example'], code: 'required' }]
    }
    case 'PHONE_NUMBER':
      return /^\+?\d{8,15}$/.test(button.phone_number.replace(/[\s()-]/g, ''))
        ? []
        : [{ path: [...path, 'phone_number'], code: 'invalid_phone' }]
    case 'COPY_CODE':
      return inText([...path, 'example'], button.example, TEMPLATE_LIMITS.code)
    default:
      return []
  }
}

function inComponent(component: TemplateComponent, at: number): TemplateProblem[] {
  switch (component.type) {
    case 'HEADER': {
      if (component.format === 'LOCATION') return []
      if (component.format !== 'TEXT') {
        const handle = component.example?.header_handle?.[0] ?? ''
        if (handle === '') return [{ path: [at, 'example'], code: 'required' }]
        // The address that Meta lists is no handle: each submission needs a new upload.
        return /^https?:/.test(handle) ? [{ path: [at, 'example'], code: 'invalid_format' }] : []
      }
      const path = [at, 'text']
      return [
        ...inText(path, component.text, TEMPLATE_LIMITS.header),
        ...inNames(path, component.text),
        ...(component.text.includes('\n') ? [{ path, code: 'invalid_format' as const }] : []),
        ...(placeholdersIn(component.text).length > 1 ? [{ path, code: 'too_many' as const, maximum: 1 }] : []),
        ...withoutSample([at, 'example'], templateVariables([component])),
      ]
    }
    case 'BODY': {
      const path = [at, 'text']
      return [
        ...inText(path, component.text, TEMPLATE_LIMITS.body),
        ...inNames(path, component.text),
        ...inPlaces(path, component.text),
        ...withoutSample([at, 'example'], templateVariables([component])),
      ]
    }
    case 'FOOTER': {
      const path = [at, 'text']
      const hasVariable = placeholdersIn(component.text).length > 0
      return [
        ...inText(path, component.text, TEMPLATE_LIMITS.footer),
        ...(hasVariable ? [{ path, code: 'invalid_format' as const }] : []),
      ]
    }
    case 'BUTTONS':
      return inButtons(component, at)
    case 'OTHER':
      return [{ path: [at, 'type'], code: 'invalid_option' }]
  }
}

/** Returns whether variables have names: Meta asks for the format of all of them. */
export const hasNamedVariables = (components: readonly TemplateComponent[]): boolean =>
  components.some(
    component =>
      (component.type === 'BODY' || (component.type === 'HEADER' && component.format === 'TEXT')) &&
      placeholdersIn(component.text).some(name => !isPositional(name)),
  )

const hasPlacedVariables = (components: readonly TemplateComponent[]): boolean =>
  components.some(
    component =>
      (component.type === 'BODY' || (component.type === 'HEADER' && component.format === 'TEXT')) &&
      placeholdersIn(component.text).some(isPositional),
  )

/** Returns what is wrong with the parts of a template; none if Meta takes them for review. */
export function templateProblems(components: readonly TemplateComponent[]): TemplateProblem[] {
  const types = components.map(({ type }) => type)
  return [
    ...(types.includes('BODY') ? [] : [{ path: [], code: 'required' as const }]),
    ...types.flatMap((type, i) => (types.indexOf(type) < i ? [{ path: [i, 'type'], code: 'duplicate' as const }] : [])),
    ...(hasNamedVariables(components) && hasPlacedVariables(components)
      ? [{ path: [], code: 'invalid_name' as const }]
      : []),
    ...components.flatMap(inComponent),
  ]
}
