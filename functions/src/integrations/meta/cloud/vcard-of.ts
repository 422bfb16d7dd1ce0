import { z } from 'zod'

const Text = z.string().nullish().catch(undefined)
const some = <T extends z.ZodType>(schema: T) => z.array(schema).max(100).nullish().catch(undefined)

/** Contact card of a message (Cloud API, webhooks of `contacts`). */
export const ContactCard = z.object({
  name: z
    .object({ formatted_name: Text, first_name: Text, last_name: Text, middle_name: Text, prefix: Text, suffix: Text })
    .nullish()
    .catch(undefined),
  org: z.object({ company: Text, department: Text, title: Text }).nullish().catch(undefined),
  birthday: Text,
  phones: some(z.object({ phone: Text, wa_id: Text, type: Text })),
  emails: some(z.object({ email: Text, type: Text })),
  urls: some(z.object({ url: Text, type: Text })),
  addresses: some(z.object({ street: Text, city: Text, state: Text, zip: Text, country: Text, type: Text })),
})
export type ContactCard = z.infer<typeof ContactCard>

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out; line breaks stay
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/g

/** Returns a text as a value of a card (RFC 6350 §3.4), without control characters. */
const value = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\r\n|\r/g, '\n')
    .replace(CONTROL, ' ')
    .trim()
    .replace(/[\\;,]/g, sign => `\\${sign}`)
    .replaceAll('\n', '\\n')

const fields = (...texts: (string | null | undefined)[]): string => texts.map(value).join(';')
const typed = (name: string, type: string | null | undefined): string => {
  const bare = (type ?? '').replace(/[^A-Za-z0-9-]/g, '').toUpperCase()
  return bare ? `${name};TYPE=${bare}` : name
}

/** Returns a card as vCard 3.0 (RFC 2426), the form in which phones send theirs, with its name. */
export function vcardOf(card: ContactCard): { name: string; vcard: string } {
  const { name, org, phones, emails, urls, addresses, birthday } = card
  const given = [name?.first_name, name?.middle_name, name?.last_name].filter(Boolean).join(' ')
  const first = phones?.find(({ phone, wa_id }) => phone || wa_id)
  const shown = name?.formatted_name || given || org?.company || first?.phone || first?.wa_id || '?'
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${fields(name?.last_name, name?.first_name, name?.middle_name, name?.prefix, name?.suffix)}`,
    `FN:${value(shown)}`,
    ...(org?.company || org?.department ? [`ORG:${fields(org.company, org.department)}`] : []),
    ...(org?.title ? [`TITLE:${value(org.title)}`] : []),
    ...(phones ?? []).flatMap(({ phone, wa_id, type }) => {
      const digits = wa_id?.replace(/\D/g, '') ?? ''
      const number = phone || digits
      return number ? [`${typed('TEL', type)}${digits ? `;waid=${digits}` : ''}:${value(number)}`] : []
    }),
    ...(emails ?? []).flatMap(({ email, type }) => (email ? [`${typed('EMAIL', type)}:${value(email)}`] : [])),
    ...(urls ?? []).flatMap(({ url }) => (url ? [`URL:${value(url)}`] : [])),
    ...(addresses ?? []).map(
      ({ street, city, state, zip, country, type }) =>
        `${typed('ADR', type)}:;;${fields(street, city, state, zip, country)}`,
    ),
    ...(birthday && /^\d{4}-\d{2}-\d{2}$/.test(birthday) ? [`BDAY:${birthday}`] : []),
    'END:VCARD',
  ]
  return { name: shown, vcard: lines.join('\n') }
}
