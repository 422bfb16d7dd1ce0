import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type Words = {
  subject: string
  hello: (name: string) => string
  /** Text for the address of a sign-up, and for one that is to replace it. */
  ask: string
  askNew: string
  button: string
  code: (hasLink: boolean) => string
  goodFor: string
  ignore: string
  ignoreNew: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: 'Confirme seu e-mail no Balcão',
    hello: name => `Olá, ${name}.`,
    ask: 'Sua empresa foi cadastrada no Balcão com este e-mail. Confirme que ele é seu:',
    askNew: 'Você pediu para entrar no Balcão com este e-mail. Ele passa a valer quando você confirmar:',
    button: 'Confirmar e-mail',
    code: hasLink => (hasLink ? 'Ou digite este código no Balcão:' : 'Digite este código no Balcão:'),
    goodFor: 'O link e o código valem por 24 horas e uma só vez.',
    ignore: 'Se não foi você, ignore este e-mail.',
    ignoreNew: 'Se não foi você, ignore este e-mail: nada muda.',
  },
  en: {
    subject: 'Confirm your e-mail at Balcão',
    hello: name => `Hello, ${name}.`,
    ask: 'Your company was registered at Balcão with this e-mail. Confirm that it is yours:',
    askNew: 'You asked to sign in to Balcão with this e-mail. It applies once you confirm it:',
    button: 'Confirm e-mail',
    code: hasLink => (hasLink ? 'Or type this code at Balcão:' : 'Type this code at Balcão:'),
    goodFor: 'The link and the code are valid for 24 hours, once.',
    ignore: 'If it was not you, ignore this e-mail.',
    ignoreNew: 'If it was not you, ignore this e-mail: nothing changes.',
  },
  es: {
    subject: 'Confirme su correo en Balcão',
    hello: name => `Hola, ${name}.`,
    ask: 'Su empresa se registró en Balcão con este correo. Confirme que es suyo:',
    askNew: 'Usted pidió entrar a Balcão con este correo. Rige cuando lo confirme:',
    button: 'Confirmar correo',
    code: hasLink => (hasLink ? 'O escriba este código en Balcão:' : 'Escriba este código en Balcão:'),
    goodFor: 'El enlace y el código valen por 24 horas y una sola vez.',
    ignore: 'Si no fue usted, ignore este correo.',
    ignoreNew: 'Si no fue usted, ignore este correo: nada cambia.',
  },
}

type EmailInput = {
  language: Language
  name: string
  /** The address is to replace another. */
  isNew: boolean
  code: string
  /** Absent where the stage does not know the web's address. */
  link: string | undefined
}

/** Asks whether an address is its user's. */
export function confirmationEmail({ language, name, isNew, code, link }: EmailInput): EmailContent {
  const words = WORDS[language]
  return emailContent(language, words.subject, [
    words.hello(oneLine(name)),
    isNew ? words.askNew : words.ask,
    ...(link === undefined ? [] : [{ link, label: words.button }]),
    words.code(link !== undefined),
    { code },
    words.goodFor,
    isNew ? words.ignoreNew : words.ignore,
  ])
}
