import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type Said = { name: string; number: string; customer: string; until: string; days: number }
type Words = {
  subject: (said: Said) => string
  paragraphs: (said: Said) => readonly string[]
  renewal: string
  end: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: said =>
      `Contrato ${said.number} de ${said.customer} vence em ${said.days} ${said.days === 1 ? 'dia' : 'dias'}`,
    paragraphs: said => [
      `Olá, ${said.name}.`,
      `O contrato ${said.number} de ${said.customer} vence em ${said.days} ${said.days === 1 ? 'dia' : 'dias'}, em ${said.until}.`,
    ],
    renewal: 'Ele se renova sozinho por mais um período. Para encerrá-lo, desmarque a renovação até essa data.',
    end: 'Ele não se renova sozinho. Para que continue, marque a renovação ou mude a data de expiração, em Contratos.',
  },
  en: {
    subject: said =>
      `Contract ${said.number} of ${said.customer} expires in ${said.days} ${said.days === 1 ? 'day' : 'days'}`,
    paragraphs: said => [
      `Hello, ${said.name}.`,
      `Contract ${said.number} of ${said.customer} expires in ${said.days} ${said.days === 1 ? 'day' : 'days'}, on ${said.until}.`,
    ],
    renewal: 'It renews itself for another term. To let it end, turn its renewal off by that day.',
    end: 'It does not renew itself. To let it go on, turn its renewal on or change its expiry, under Contracts.',
  },
  es: {
    subject: said =>
      `El contrato ${said.number} de ${said.customer} vence en ${said.days} ${said.days === 1 ? 'día' : 'días'}`,
    paragraphs: said => [
      `Hola, ${said.name}.`,
      `El contrato ${said.number} de ${said.customer} vence en ${said.days} ${said.days === 1 ? 'día' : 'días'}, el ${said.until}.`,
    ],
    renewal: 'Se renueva solo por otro período. Para terminarlo, desactive la renovación hasta esa fecha.',
    end: 'No se renueva solo. Para que continúe, active la renovación o cambie la fecha de vencimiento, en Contratos.',
  },
}

type EmailInput = Omit<Said, 'until'> & { language: Language; expiresAt: string; renewal: boolean }

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
  const until = expiresAt.split('-').reverse().join('/')
  const said = { name: oneLine(name), number: oneLine(number), customer: oneLine(customer), until, days }
  return emailContent(language, subject(said), [...paragraphs(said), renewal ? goesOn : end])
}
