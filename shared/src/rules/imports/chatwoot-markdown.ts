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

const plainPart = (text: string): string =>
  text
    .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/g, '*$1*')
    .replace(/~~(?=\S)([^\n]*?\S)~~/g, '~$1~')
    .replace(/\[@([^\]\n]{1,200})\]\(mention:\/\/[^)\s]*\)/g, '@$1')
    .replace(
      /\[([^\]\n]{1,500})\]\((https?:\/\/[^)\s]+|mailto:[^)\s]+|tel:[^)\s]+)\)/g,
      (_, label: string, address: string) =>
        address.replace(/^(mailto|tel):/, '') === label || address === label ? label : `${label} (${address})`,
    )
    .replace(/\\([\\`*_{}[\]()#+.!~>|-])/g, '$1')
    .replace(/\\\n/g, '\n')
