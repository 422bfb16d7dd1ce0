/** A setting of an environment file, or what is wrong with one of its lines. */
export type EnvLine = { line: number; key: string; value: string } | { line: number; problem: string }

const ASSIGNMENT = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' }

/**
 * Reads the text of an environment file: `KEY=value` in each line, in single or double quotes or
 * without, comments behind `#` (at a line's start also behind `;`, as systemd has them).
 */
export function parseEnvFile(text: string): EnvLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((content, index): EnvLine[] => {
    const trimmed = content.trim()
    const line = index + 1
    if (trimmed === '' || /^[#;]/.test(trimmed)) return []
    const [, key, rest = ''] = ASSIGNMENT.exec(trimmed) ?? []
    if (!key) return [{ line, problem: 'a line is KEY=value, or a comment behind #' }]
    const value = unquote(rest)
    return [value === undefined ? { line, problem: `${key}: the closing quote is missing` } : { line, key, value }]
  })
}

/** Returns a value without quotes and comment; undefined when a quote is not closed. */
function unquote(text: string): string | undefined {
  if (/^["']/.test(text)) {
    const quoted = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(text)
    if (quoted) return quoted[1]!.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign)
    return /^'([^']*)'\s*(?:#.*)?$/.exec(text)?.[1]
  }
  return text.replace(/(^|\s+)#.*$/, '').trimEnd()
}
