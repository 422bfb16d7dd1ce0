/** The name and first number of a vCard (RFC 6350); WhatsApp writes the account's number as `waid`. */
export function readVcard(text: string): { name: string; number: string | null } {
  // Folded lines continue with a space or tab.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const textOf = (line: string) => line.slice(line.indexOf(':') + 1).trim()
  const find = (field: string) => lines.find(line => new RegExp(`^(item\\d+\\.)?${field}[;:]`, 'i').test(line))
  const full = find('FN')
  const structured = find('N')
  const phone = find('TEL')
  const waid = phone ? /waid=(\d+)/i.exec(phone)?.[1] : undefined
  const digits = phone ? textOf(phone).replace(/\D/g, '') : ''
  const name = full
    ? textOf(full)
    : structured
      ? textOf(structured).split(';').slice(0, 2).reverse().filter(Boolean).join(' ')
      : ''
  const number = waid ?? (digits.length >= 8 ? digits : null)
  return { name: name.replace(/\\([,;\\])/g, '$1') || number || '?', number }
}
