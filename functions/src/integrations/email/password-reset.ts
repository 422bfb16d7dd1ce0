import type { Language } from '@balcao/shared/rules/language.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

const WORDS: Record<Language, { subject: string; before: (name: string) => string; after: string; ignore: string }> = {
  pt: {
    subject: 'Código para redefinir sua senha do Balcão',
    before: name => `Olá, ${name}. Este é o código para redefinir sua senha:`,
    after: 'Digite-o na página em que pediu a redefinição. Ele vale por 30 minutos e só uma vez.',
    ignore: 'Se você não pediu, ignore este e-mail: sua senha continua a mesma. Não passe o código a ninguém.',
  },
  en: {
    subject: 'Code to reset your Balcão password',
    before: name => `Hello, ${name}. This is the code to reset your password:`,
    after: 'Type it on the page where you asked for the reset. It is valid for 30 minutes, once.',
    ignore: 'If you did not ask for it, ignore this e-mail: your password stays as it is. Give the code to nobody.',
  },
  es: {
    subject: 'Código para restablecer su contraseña de Balcão',
    before: name => `Hola, ${name}. Este es el código para restablecer su contraseña:`,
    after: 'Escríbalo en la página donde pidió restablecerla. Vale 30 minutos y una sola vez.',
    ignore: 'Si no lo pidió, ignore este correo: su contraseña sigue igual. No le dé el código a nadie.',
  },
}

/** Sends the code to set a new password. */
export function passwordResetEmail(language: Language, name: string, code: string): EmailContent {
  const { subject, before, after, ignore } = WORDS[language]
  return emailContent(language, subject, [before(oneLine(name)), { code }, after, ignore])
}
