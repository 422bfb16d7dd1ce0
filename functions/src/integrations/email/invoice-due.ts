import type { Invoice } from '@balcao/shared/entities/invoice.ts'
import { dayText } from '@balcao/shared/rules/days.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type Values = { name: string; company: string; number: number; plan: string; value: string; day: string; days: number }
type Words = {
  subject: (values: Values) => string
  greeting: (values: Values) => string
  due: (values: Values) => string
  how: string
  over: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: ({ number, days }) =>
      days < 0
        ? `Fatura ${number} vencida`
        : days === 0
          ? `Fatura ${number} vence hoje`
          : `Fatura ${number} vence em ${days} ${days === 1 ? 'dia' : 'dias'}`,
    greeting: ({ name }) => `Olá, ${name}.`,
    due: ({ number, plan, company, value, day, days }) =>
      `A fatura ${number} de ${company} (${plan}), no valor de ${value}, ${days < 0 ? 'venceu' : 'vence'} em ${day}.`,
    how: 'Pague por Pix em Assinatura, no menu Gestão. A licença é renovada assim que o banco confirmar.',
    over: 'Ao entrar com o e-mail e a senha de um administrador, a página de renovação mostra o código Pix. O acesso volta assim que o banco confirmar.',
  },
  en: {
    subject: ({ number, days }) =>
      days < 0
        ? `Invoice ${number} is overdue`
        : days === 0
          ? `Invoice ${number} is due today`
          : `Invoice ${number} is due in ${days} ${days === 1 ? 'day' : 'days'}`,
    greeting: ({ name }) => `Hello, ${name}.`,
    due: ({ number, plan, company, value, day, days }) =>
      `Invoice ${number} of ${company} (${plan}), ${value}, ${days < 0 ? 'was' : 'is'} due on ${day}.`,
    how: 'Pay it by Pix under Subscription, in the menu Management. The licence is renewed as soon as the bank confirms.',
    over: 'When an admin signs in with e-mail and password, the renewal page shows the Pix code. Access is back as soon as the bank confirms.',
  },
  es: {
    subject: ({ number, days }) =>
      days < 0
        ? `Factura ${number} vencida`
        : days === 0
          ? `La factura ${number} vence hoy`
          : `La factura ${number} vence en ${days} ${days === 1 ? 'día' : 'días'}`,
    greeting: ({ name }) => `Hola, ${name}.`,
    due: ({ number, plan, company, value, day, days }) =>
      `La factura ${number} de ${company} (${plan}), por ${value}, ${days < 0 ? 'venció' : 'vence'} el ${day}.`,
    how: 'Páguela por Pix en Suscripción, en el menú Gestión. La licencia se renueva en cuanto el banco confirme.',
    over: 'Cuando un administrador entra con su correo y contraseña, la página de renovación muestra el código Pix. El acceso vuelve en cuanto el banco confirme.',
  },
}

const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es-419' }

type EmailInput = {
  language: Language
  name: string
  company: string
  invoice: Pick<Invoice, 'number' | 'detail' | 'value' | 'dueDate'>
  /** Days until the due date; negative after it. */
  days: number
  timezone: string
}

/** Informs an admin of an invoice that is due in this many days, or was, and how to pay it. */
export function invoiceDueEmail({ language, name, company, invoice, days, timezone }: EmailInput): EmailContent {
  const words = WORDS[language]
  const values: Values = {
    name: oneLine(name),
    company: oneLine(company),
    number: invoice.number,
    plan: oneLine(invoice.detail),
    value: new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'BRL' })
      .format(invoice.value)
      .replace(/\u00a0/g, ' '),
    day: dayText(localDay(Date.parse(invoice.dueDate), timezone)),
    days,
  }
  return emailContent(language, words.subject(values), [
    words.greeting(values),
    words.due(values),
    days < 0 ? words.over : words.how,
  ])
}
