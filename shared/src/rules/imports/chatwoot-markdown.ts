/** Writes Markdown, in which Chatwoot keeps what its agents write, as WhatsApp shows it. */

/** Code stays as it is: between signs of its own nothing else is a mark. */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/

/**
 * Returns a text with WhatsApp's marks: bold by one asterisk, strikethrough by one tilde, links as
 * their address, no backslashes before signs or at ends of lines.
 */
export const whatsappMarks = (markdown: string): string =>
  /[*~[\\]/.test(markdown)
    ? markdown
        .split(CODE)
        .map((part, i) => (i % 2 === 1 ? part : plainPart(part)))
        .join('')
    : markdown

// Each part of a pattern ends at the next mark, or is limited: a text without the end of what it
// begins, again and again, costs no more than another.

/** Returns a text with WhatsApp's marks of bold and strikethrough, and everything else as it is. */
export const singleMarks = (text: string): string =>
  text.replace(/\*\*(?=\S)((?:[^\n*]|\*(?!\*))*?\S)\*\*/g, '*$1*').replace(/~~(?=\S)((?:[^\n~]|~(?!~))*?\S)~~/g, '~$1~')

const plainPart = (text: string): string =>
  singleMarks(text)
    .replace(/\[@([^[\]\n]{1,200})\]\(mention:\/\/[^)\s]{0,500}\)/g, '@$1')
    .replace(
      /\[([^[\]\n]{1,500})\]\((https?:\/\/[^)\s]{1,2000}|mailto:[^)\s]{1,500}|tel:[^)\s]{1,100})\)/g,
      (_, label: string, address: string) =>
        address.replace(/^(mailto|tel):/, '') === label || address === label ? label : `${label} (${address})`,
    )
    .replace(/\\([\\`*_{}[\]()#+.!~>|-])/g, '$1')
    .replace(/\\\n/g, '\n')
