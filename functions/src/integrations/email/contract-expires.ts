import { dayText } from '@balcao/shared/rules/days.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type Values = { name: string; number: string; customer: string; until: string; days: number }
type Words = {
  subject: (values: Values) => string
  paragraphs: (values: Values) => readonly string[]
  renewal: string
  end: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: values =>
      `Contrato ${values.number} de ${values.customer} vence em ${values.days} ${values.days === 1 ? 'dia' : 'dias'}`,
    paragraphs: values => [
      `Olá, ${values.name}.`,
      `O contrato ${values.number} de ${values.customer} vence em ${values.days} ${values.days === 1 ? 'dia' : 'dias'}, em ${values.until}.`,
    ],
    renewal: 'Ele se renova sozinho por mais um período. Para encerrá-lo, desmarque a renovação até essa data.',
    end: 'Ele não se renova sozinho. Para que continue, marque a renovação ou mude a data de expiração, em Contratos.',
  },
  en: {
    subject: values =>
      `Contract ${values.number} of ${values.customer} expires in ${values.days} ${values.days === 1 ? 'day' : 'days'}`,
    paragraphs: values => [
      `Hello, ${values.name}.`,
      `Contract ${values.number} of ${values.customer} expires in ${values.days} ${values.days === 1 ? 'day' : 'days'}, on ${values.until}.`,
    ],
    renewal: 'It renews itself for another term. To let it end, turn its renewal off by that day.',
    end: 'It does not renew itself. To let it go on, turn its renewal on or change its expiry, under Contracts.',
  },
  es: {
    subject: values =>
      `El contrato ${values.number} de ${values.customer} vence en ${values.days} ${values.days === 1 ? 'día' : 'días'}`,
    paragraphs: values => [
      `Hola, ${values.name}.`,
      `El contrato ${values.number} de ${values.customer} vence en ${values.days} ${values.days === 1 ? 'día' : 'días'}, el ${values.until}.`,
    ],
    renewal: 'Se renueva solo por otro período. Para terminarlo, desactive la renovación hasta esa fecha.',
    end: 'No se renueva solo. Para que continúe, active la renovación o cambie la fecha de vencimiento, en Contratos.',
  },
}

type EmailInput = Omit<Values, 'until'> & { language: Language; expiresAt: string; renewal: boolean }

/**
 * Informs an admin that a contract expires in this many days, and what happens to it then.
 * `expiresAt` is `yyyy-mm-dd`.
 */
export function contractExpiresEmail({
  language,
  name,
  number,
  customer,
  expiresAt,
  renewal,
  days,
}: EmailInput): EmailContent {
  const { subject, paragraphs, renewal: goesOn, end } = WORDS[language]
  const until = dayText(expiresAt)
  const values = { name: oneLine(name), number: oneLine(number), customer: oneLine(customer), until, days }
  return emailContent(language, subject(values), [...paragraphs(values), renewal ? goesOn : end])
}
