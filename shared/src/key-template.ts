/**
 * Key templates (`${companyId}#ticket#${id}`), so that a chart of the table can be derived from the
 * code.
 */

type Open = '${'

/** Names in a template. */
export type NamesIn<Template extends string> = Template extends `${string}${Open}${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

export type KeyTemplate = {
  names: readonly string[]
  /** Part of the template before its first name. */
  prefix: string
  /** Returns the key, or undefined if a value is missing. */
  fill: (values: Readonly<Record<string, unknown>>) => string | undefined
  /** Returns the values in a key, as texts; an empty object for a key of another form. */
  read: (key: string) => Record<string, string>
}

/** Compiles a template. A value is a string, a number or a boolean. */
export function keyTemplate(template: string): KeyTemplate {
  const parts = template.split(/\$\{(\w+)\}/)
  const names = parts.filter((_, i) => i % 2 === 1)
  const form = new RegExp(`^${parts.map((part, i) => (i % 2 === 1 ? '(.*)' : escaped(part))).join('')}$`)
  return {
    names,
    prefix: parts[0]!,
    fill(values) {
      let key = parts[0]!
      for (let i = 1; i < parts.length; i += 2) {
        const value = values[parts[i]!]
        if (value === undefined || value === null) return undefined
        key += String(value) + parts[i + 1]!
      }
      return key
    },
    read(key) {
      const values = form.exec(key)?.slice(1) ?? []
      return Object.fromEntries(values.map((value, i) => [names[i]!, value]))
    },
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
