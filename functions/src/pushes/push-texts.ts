import type { Language } from '@balcao/shared/rules/language.ts'

type Texts = { message: string; mention: string; notify: string; test: string }

/** Text of a push that may only say that there is something. */
export const PUSH_TEXTS: Record<Language, Texts> = {
  pt: {
    message: 'Nova mensagem',
    mention: 'Você foi mencionado em uma observação',
    notify: 'Novo aviso',
    test: 'Teste: os avisos chegam neste dispositivo.',
  },
  en: {
    message: 'New message',
    mention: 'You were mentioned in a note',
    notify: 'New notice',
    test: 'Test: notifications reach this device.',
  },
  es: {
    message: 'Nuevo mensaje',
    mention: 'Le mencionaron en una nota',
    notify: 'Nuevo aviso',
    test: 'Prueba: los avisos llegan a este dispositivo.',
  },
}
