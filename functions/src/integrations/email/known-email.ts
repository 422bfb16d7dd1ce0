import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type Words = {
  subject: string
  hello: (name: string) => string
  what: string
  button: string
  forgotten: string
  ignore: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    subject: 'Este e-mail já tem uma conta no Balcão',
    hello: name => `Olá, ${name}.`,
    what: 'Alguém tentou cadastrar uma empresa no Balcão com este e-mail, que já é o da sua conta. Nada foi cadastrado. Para entrar, use a senha que você já tem:',
    button: 'Entrar no Balcão',
    forgotten: 'Se não se lembra dela, peça uma nova em “Esqueceu a senha?”.',
    ignore: 'Se não foi você, ignore este e-mail: nada muda.',
  },
  en: {
    subject: 'This e-mail already has an account at Balcão',
    hello: name => `Hello, ${name}.`,
    what: 'Somebody tried to register a company at Balcão with this e-mail, which is already that of your account. Nothing was registered. To sign in, use the password you have:',
    button: 'Sign in to Balcão',
    forgotten: 'If you do not remember it, ask for a new one under “Forgot your password?”.',
    ignore: 'If it was not you, ignore this e-mail: nothing changes.',
  },
  es: {
    subject: 'Este correo ya tiene una cuenta en Balcão',
    hello: name => `Hola, ${name}.`,
    what: 'Alguien intentó registrar una empresa en Balcão con este correo, que ya es el de su cuenta. No se registró nada. Para entrar, use la contraseña que ya tiene:',
    button: 'Entrar a Balcão',
    forgotten: 'Si no la recuerda, pida una nueva en “¿Olvidó su contraseña?”.',
    ignore: 'Si no fue usted, ignore este correo: nada cambia.',
  },
}

/**
 * Informs the owner of an account that somebody tried to sign up with its e-mail.
 * @param address the web's address; absent on a stage that does not know it
 */
export function knownAddressEmail(language: Language, name: string, address: string | undefined): EmailContent {
  const { subject, hello, what, button, forgotten, ignore } = WORDS[language]
  const link = address === undefined ? [] : [{ link: `${address}/login`, label: button }]
  return emailContent(language, subject, [hello(oneLine(name)), what, ...link, forgotten, ignore])
}
