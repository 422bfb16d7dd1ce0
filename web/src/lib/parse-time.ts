/**
 * Reads a time of day as a person types it ("8", "830", "8:30", "0830").
 * @param isEnd takes `24:00` as well, the end of a day
 * @returns `HH:mm`, null when it is no time of day
 */
export function parseTime(typed: string, isEnd = false): string | null {
  const text = typed.trim()
  const match = /^(\d{1,2}):(\d{1,2})$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text) ?? /^(\d{1,2}):?$/.exec(text)
  if (!match) return null
  const hours = Number(match[1])
  const minutes = Number(match[2] ?? 0)
  if (isEnd && hours === 24 && minutes === 0) return '24:00'
  if (hours > 23 || minutes > 59) return null
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
