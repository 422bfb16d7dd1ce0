/** A template that is chosen in a setting, whose value is a text: its JSON, or nothing. */

/** Template chosen for a text, by its id, and the values of its variables. */
export type TemplateChoice = { templateId: string | null; templateVariables: Record<string, string> }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the choice of a setting's value; null for none, and for a value that is no choice. */
export function readTemplateChoice(value: string): (TemplateChoice & { templateId: string }) | null {
  const choice = parse(value)
  if (!isRecord(choice) || typeof choice.templateId !== 'string' || !isRecord(choice.templateVariables)) return null
  const values = Object.entries(choice.templateVariables)
  if (!values.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return null
  return { templateId: choice.templateId, templateVariables: Object.fromEntries(values) }
}

/** Writes a choice as a setting's value: empty for none. */
export const writeTemplateChoice = ({ templateId, templateVariables }: TemplateChoice): string =>
  templateId === null ? '' : JSON.stringify({ templateId, templateVariables })
