import type { Language } from '@balcao/shared/rules/language.ts'
import type { ServerProblem } from '@balcao/shared/rules/server-problems.ts'
import { type EmailContent, emailContent, oneLine } from './email-content.ts'

type Words = {
  hello: (name: string) => string
  problem: Record<ServerProblem, { subject: string; text: string }>
  /** Line with the free and total space. */
  space: (free: string, total: string) => string
  button: string
  once: string
}

const WORDS: Record<Language, Words> = {
  pt: {
    hello: name => `Olá, ${name}.`,
    problem: {
      storageFull: {
        subject: 'O disco do servidor do Balcão está cheio',
        text: 'O disco do servidor está cheio. Nada novo é guardado até haver espaço: as mensagens recebidas esperam no WhatsApp e nada se perde. Libere espaço ou aumente o disco; o Balcão continua sozinho.',
      },
      diskLow: {
        subject: 'O disco do servidor do Balcão está quase cheio',
        text: 'Restam menos de 10% do disco do servidor. Libere espaço ou aumente o disco antes que encha.',
      },
      queueOld: {
        subject: 'Há tarefas atrasadas no servidor do Balcão',
        text: 'Uma tarefa espera há mais de 5 minutos. Se isso continuar, reinicie o Balcão no servidor.',
      },
      backupFailed: {
        subject: 'A cópia de segurança do Balcão falhou',
        text: 'A última cópia de segurança falhou. Veja se o destino dela existe, tem espaço e aceita a senha.',
      },
    },
    space: (free, total) => `Espaço livre: ${free} de ${total}.`,
    button: 'Ver o servidor',
    once: 'Este aviso é enviado uma vez, e de novo só se o problema passar e voltar.',
  },
  en: {
    hello: name => `Hello, ${name}.`,
    problem: {
      storageFull: {
        subject: "The disk of Balcão's server is full",
        text: 'The disk of the server is full. Nothing new is stored until there is room: incoming messages wait at WhatsApp and nothing is lost. Free some space or enlarge the disk; Balcão carries on by itself.',
      },
      diskLow: {
        subject: "The disk of Balcão's server is almost full",
        text: 'Less than 10% of the disk of the server is left. Free some space or enlarge the disk before it fills up.',
      },
      queueOld: {
        subject: "Tasks are late on Balcão's server",
        text: 'A task has waited for more than 5 minutes. If this lasts, restart Balcão on the server.',
      },
      backupFailed: {
        subject: "Balcão's backup failed",
        text: 'The last backup failed. Check that its destination exists, has room and accepts the password.',
      },
    },
    space: (free, total) => `Free space: ${free} of ${total}.`,
    button: 'See the server',
    once: 'This notice is sent once, and again only after the problem was over and came back.',
  },
  es: {
    hello: name => `Hola, ${name}.`,
    problem: {
      storageFull: {
        subject: 'El disco del servidor de Balcão está lleno',
        text: 'El disco del servidor está lleno. No se guarda nada nuevo hasta que haya espacio: los mensajes recibidos esperan en WhatsApp y nada se pierde. Libere espacio o amplíe el disco; Balcão sigue solo.',
      },
      diskLow: {
        subject: 'El disco del servidor de Balcão está casi lleno',
        text: 'Queda menos del 10 % del disco del servidor. Libere espacio o amplíe el disco antes de que se llene.',
      },
      queueOld: {
        subject: 'Hay tareas atrasadas en el servidor de Balcão',
        text: 'Una tarea espera hace más de 5 minutos. Si esto continúa, reinicie Balcão en el servidor.',
      },
      backupFailed: {
        subject: 'La copia de seguridad de Balcão falló',
        text: 'La última copia de seguridad falló. Compruebe que su destino existe, tiene espacio y acepta la contraseña.',
      },
    },
    space: (free, total) => `Espacio libre: ${free} de ${total}.`,
    button: 'Ver el servidor',
    once: 'Este aviso se envía una vez, y de nuevo solo si el problema pasa y vuelve.',
  },
}

const GIGABYTE = 1e9
const gigabytes = (bytes: number, language: Language): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / GIGABYTE)} GB`

type EmailInput = {
  language: Language
  name: string
  problem: ServerProblem
  disk: { free: number; total: number }
  /** Address of the screen *Servidor*. */
  link: string
}

/** Tells a super user what is wrong with their server, and what to do. */
export function serverProblemEmail({ language, name, problem, disk, link }: EmailInput): EmailContent {
  const { hello, problem: problems, space, button, once } = WORDS[language]
  const { subject, text } = problems[problem]
  const ofDisk = problem === 'storageFull' || problem === 'diskLow'
  return emailContent(language, subject, [
    hello(oneLine(name)),
    text,
    ...(ofDisk ? [space(gigabytes(disk.free, language), gigabytes(disk.total, language))] : []),
    { link, label: button },
    once,
  ])
}
