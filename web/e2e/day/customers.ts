import { PDF, png, tone } from '../support/media.ts'
import type { Outgoing } from '../support/simulator.ts'

export type Said = Omit<Outgoing, 'to'>
export type QueueName = 'Vendas' | 'Suporte'
export type Wave = 'night' | 'morning' | 'noon' | 'afternoon' | 'never'

export interface Customer {
  number: string
  name: string
  queue: QueueName
  /** Part of the day in which they begin to write; attendants write first to those with `never`. */
  wave: Wave
  says: Said[]
}

/** Number of messages from the sleepless customer; the first two answer the menu. */
export const NIGHT_MESSAGES = 306

const NAMES = [
  'Lívia Rocha',
  'Maria Andrade',
  'José Lima',
  'Clara Nunes',
  'Otto Braga',
  'Rita Prado',
  'Tânia Reis',
  'Davi Moura',
  'Helena Castro',
  'Ícaro Ramos',
  'Joana Freitas',
  'Kauã Barros',
  'Luana Teles',
  'Murilo Pinto',
  'Nair Campos',
  'Olavo Cunha',
  'Paula Viana',
  'Quirino Alves',
  'Rosa Medeiros',
  'Sérgio Bastos',
  'Teresa Leal',
  'Ubirajara Melo',
  'Vera Cardoso',
  'Wagner Torres',
  'Xênia Duarte',
  'Yara Monteiro',
  'Zeca Farias',
  'Alice Borges',
  'Benício Correia',
  'Cecília Dantas',
  'Diego Esteves',
  'Elisa Furtado',
  'Fábio Guerra',
  'Gabriela Horta',
  'Heitor Inácio',
  'Isabel Jardim',
  'Jonas Klein',
  'Karina Lopes',
  'Lucas Macedo',
  'Marta Neves',
  'Nicolas Oliveira',
  'Odete Pacheco',
  'Pedro Queiroz',
  'Raquel Sales',
  'Samuel Tavares',
  'Talita Uchoa',
  'Ulisses Vargas',
  'Valéria Xavier',
  'William Zanetti',
  'Yasmin Abreu',
  'Arthur Brito',
  'Bianca Chaves',
  'Caio Diniz',
  'Débora Eloy',
  'Enzo Fontes',
  'Flávia Gomes',
  'Guilherme Hora',
  'Ivone Itamar',
  'Júlio Jatobá',
  'Katarina de Albuquerque Vasconcelos e Silva',
] as const

const TALKS: Record<QueueName, readonly (readonly string[])[]> = {
  Vendas: [
    ['Vocês têm bolo de fubá hoje?', 'Queria dois para *sábado*', 'Dá para retirar às 10h?'],
    ['Quanto custa a torta de limão?', 'E entregam em Pinheiros? ~Moro longe~ É perto do metrô'],
    ['Preciso de 40 brigadeiros para amanhã', 'É aniversário da minha filha 🎂', 'Consegue até as *15h*?'],
    ['Aceitam Pix?', 'E vale-refeição?', 'Então fico com o pão de queijo'],
  ],
  Suporte: [
    ['Meu pedido não chegou ainda', 'O número é `4821`', 'Já faz uma hora _de espera_'],
    ['Veio faltando um item', 'Era a coxinha, três unidades'],
    ['Não consigo abrir o link do pagamento', 'Aparece uma página em branco', 'Tentei em dois celulares'],
    ['Queria trocar o endereço da entrega', 'Rua das Laranjeiras, 120, apto 31', 'O CEP é 22240-003'],
  ],
}

const base64 = (bytes: Buffer) => bytes.toString('base64')
const text = (words: string): Said => ({ type: 'text', text: words })

/** Files that some customers send besides their texts. */
const PHOTO: Said = {
  type: 'image',
  mediaBase64: base64(png(640, 480)),
  mimetype: 'image/png',
  text: 'Olha como chegou',
}
const VOICE: Said = { type: 'audio', mediaBase64: base64(tone()), mimetype: 'audio/wav' }
const RECEIPT: Said = {
  type: 'document',
  mediaBase64: base64(PDF),
  mimetype: 'application/pdf',
  fileName: 'comprovante.pdf',
}

/** Text that an attendant searches for later in the day. */
const SEARCHED = 'Segue o *comprovante* 7741 do depósito de ontem, obrigada'

function saysOf(index: number, queue: QueueName): Said[] {
  // The menu lists the queues alphabetically.
  const choice = text(queue === 'Suporte' ? '1' : '2')
  if (index === 0) {
    const items = Array.from({ length: NIGHT_MESSAGES - 2 }, (_, i) => text(`Item ${i + 1} da encomenda do casamento`))
    return [text('Boa noite'), choice, ...items]
  }
  const words = TALKS[queue][index % 4]!.map(text)
  const says = [text(index % 2 ? 'Oi' : 'Bom dia'), choice, ...words]
  // A customer who ignores the menu is shown it again.
  if (index % 11 === 0) says.splice(1, 0, text('Quero falar com uma pessoa'))
  if (index % 5 === 0) says.push(PHOTO)
  if (index % 7 === 0) says.push(VOICE)
  if (index % 9 === 0) says.push(RECEIPT)
  if (index === 4) says.push(text(SEARCHED))
  return says
}

const waveOf = (index: number): Wave => {
  if (index === 0) return 'night'
  if (index === NAMES.length - 1) return 'never'
  return index < 20 ? 'morning' : index < 40 ? 'noon' : 'afternoon'
}

/** The sixty customers of the day. */
export const CUSTOMERS: readonly Customer[] = NAMES.map((name, index) => {
  const queue = index % 3 === 2 ? 'Suporte' : 'Vendas'
  const wave = waveOf(index)
  const number = `55119777${String(index).padStart(5, '0')}`
  return { number, name, queue, wave, says: wave === 'never' ? [] : saysOf(index, queue) }
})
