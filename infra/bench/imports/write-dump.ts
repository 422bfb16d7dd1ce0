// Writes a dump of Ticketz, for `measure-imports.ts`: `write-dump.ts FILE MESSAGES`. A process of
// its own, so that its memory is not the reader's.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { seededRandom } from '../../demo/seed/random.ts'

const [path = '', count = ''] = process.argv.slice(2)
const messages = Number(count)
const contacts = messages / 10
const tickets = messages / 5

const CREATED = '2026-01-01 12:00:00+00'
/** Rows of each table, in an order in which nothing can be written as it comes. */
const TABLES: [name: string, columns: string, rows: number, row: (i: number) => (string | number)[]][] = [
  ['Companies', 'id name createdAt', 1, () => [1, 'Loja', CREATED]],
  [
    'Messages',
    'id body ack mediaType ticketId createdAt fromMe isDeleted isEdited contactId quotedMsgId companyId remoteJid dataJson',
    messages,
    messageOf,
  ],
  [
    'OldMessages',
    'id messageId body ticketId createdAt',
    messages / 20,
    i => [i, idOf(i * 20), 'texto de antes', ticketOf(i * 20), CREATED],
  ],
  [
    'Tickets',
    'id status contactId userId whatsappId queueId isGroup unreadMessages companyId updatedAt createdAt',
    tickets,
    i => [i, 'closed', (i % contacts) + 1, 1, 1, 1, 'f', 0, 1, CREATED, timeOf(i * 5)],
  ],
  [
    'Contacts',
    'id name number isGroup companyId updatedAt createdAt',
    contacts,
    i => [i + 1, `Pessoa ${i}`, 5_511_900_000_000 + i, 'f', 1, CREATED, CREATED],
  ],
  [
    'WhatsappLidMaps',
    'id lid contactId companyId createdAt',
    contacts / 3,
    i => [i, `${90_000_000_000_000 + i}@lid`, i * 3 + 1, 1, CREATED],
  ],
  [
    'TicketTraking',
    'ticketId companyId queuedAt startedAt finishedAt createdAt',
    tickets,
    i => [i, 1, timeOf(i * 5), timeOf(i * 5 + 1), timeOf(i * 5 + 4), CREATED],
  ],
  ['Queues', 'id name color companyId createdAt', 1, () => [1, 'Vendas', '#aa3300', 1, CREATED]],
  [
    'Users',
    'id name email profile companyId createdAt',
    1,
    () => [1, 'Helena', 'helena@exemplo.com.br', 'admin', 1, CREATED],
  ],
  ['Whatsapps', 'id name channel companyId createdAt', 1, () => [1, 'Linha', 'whatsapp', 1, CREATED]],
]

function idOf(i: number): string {
  return `3EB0${i.toString(16).padStart(16, '0').toUpperCase()}`
}
function ticketOf(i: number): number {
  return Math.floor(i / 5)
}
function timeOf(i: number): string {
  return `${new Date(1_767_225_600_000 + i * 20_000).toISOString().replace('T', ' ').slice(0, 23)}+00`
}
function messageOf(i: number): (string | number)[] {
  const fromMe = i % 3 === 1
  const isReaction = i % 50 === 49
  const jid = `${5_511_900_000_000 + (ticketOf(i) % contacts)}@s.whatsapp.net`
  const data = JSON.stringify({
    key: { remoteJid: jid, fromMe, id: idOf(i) },
    messageTimestamp: 1_767_225_600 + i,
    pushName: 'Pessoa',
    message: {
      conversation: 'x'.repeat(120),
      messageContextInfo: {
        deviceListMetadata: {
          senderKeyHash: 'a'.repeat(44),
          senderTimestamp: '1767225600',
          recipientKeyHash: 'b'.repeat(44),
        },
      },
    },
  })
  return [
    idOf(i),
    isReaction ? '👍' : textOf(i),
    3,
    isReaction ? 'reactionMessage' : i % 20 === 7 ? 'image' : 'conversation',
    ticketOf(i),
    timeOf(i),
    fromMe ? 't' : 'f',
    i % 40 === 3 ? 't' : 'f',
    i % 20 === 0 ? 't' : 'f',
    fromMe ? '\\N' : (ticketOf(i) % contacts) + 1,
    isReaction || i % 5 === 4 ? idOf(i - 1) : '\\N',
    1,
    jid,
    data.replaceAll('\\', '\\\\'),
  ]
}

/**
 * Words as chats have them: two in five are among the commonest of the language, the others follow
 * Zipf's law over some 6,000; one message in twelve is a bot's
 * greeting, one in nine names a number.
 */
function textOf(i: number): string {
  if (i % 12 === 0)
    return 'Olá! Seja bem-vindo à Loja. Escolha uma opção: 1 Vendas, 2 Suporte, 3 Financeiro, 0 Encerrar atendimento'
  const random = seededRandom(i)
  const word = () => {
    if (random.chance(0.4)) return random.pick(COMMON)
    const rank = Math.floor(VOCABULARY.length ** (random.below(10_000) / 10_000))
    return VOCABULARY[rank - 1]!
  }
  const text = Array.from({ length: 1 + random.below(5) + random.below(12) }, word).join(' ')
  return i % 9 === 4 ? `${text} ${random.below(100_000)}` : text
}

const COMMON = 'de que não o a e do da em um para com uma os no se na por mais as como mas ao ele tem seu ou ser'.split(
  ' ',
)
const VOCABULARY = (() => {
  const random = seededRandom(7)
  const [starts, vowels, ends] = [
    'b c d f g j l m n p r s t v br cr pr tr qu ch'.split(' '),
    'a e i o u ã ei ou'.split(' '),
    ['', '', '', 's', 'r', 'm'],
  ]
  const syllable = () => random.pick(starts) + random.pick(vowels)
  const word = () => Array.from({ length: 1 + random.below(3) }, syllable).join('') + syllable() + random.pick(ends)
  return [...new Set(Array.from({ length: 6000 }, word))]
})()

const file = createWriteStream(path)
const write = async (text: string) => {
  if (!file.write(text)) await once(file, 'drain')
}
await write('-- PostgreSQL database dump\n')
for (const [name, columns, rows, row] of TABLES) {
  await write(
    `COPY public."${name}" (${columns
      .split(' ')
      .map(column => `"${column}"`)
      .join(', ')}) FROM stdin;\n`,
  )
  for (let i = 0; i < rows; i++) await write(`${row(i).join('\t')}\n`)
  await write('\\.\n')
}
await write('-- PostgreSQL database dump complete\n')
file.end()
await once(file, 'finish')
