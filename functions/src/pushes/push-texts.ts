import type { Language } from '@balcao/shared/rules/language.ts'

type Texts = { message: string; test: string }

/** Text of a push that may only say that there is something. */
export const PUSH_TEXTS: Record<Language, Texts> = {
  pt: { message: 'Nova mensagem', test: 'Teste: os avisos chegam neste dispositivo.' },
  en: { message: 'New message', test: 'Test: notifications reach this device.' },
  es: { message: 'Nuevo mensaje', test: 'Prueba: los avisos llegan a este dispositivo.' },
}
