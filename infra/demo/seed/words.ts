const list = (text: string): readonly string[] => text.trim().split(/\s+/)

export const FIRST_NAMES = list(`
  Maria José Ana João Antônia Francisco Adriana Carlos Juliana Paulo Márcia Lucas Fernanda Luiz Patrícia Marcos Aline
  Gabriel Sandra Rafael Camila Daniel Bruna Marcelo Jéssica Bruno Letícia Eduardo Júlia Felipe Luciana Rodrigo Vanessa
  Manoel Mariana Mateus Gabriela André Vera Fernando Conceição Fábio Débora Inês`)

export const LAST_NAMES = list(`
  Silva Santos Oliveira Souza Lima Pereira Ferreira Costa Rodrigues Almeida Nascimento Alves Carvalho Araújo Ribeiro
  Gomes Martins Barbosa Rocha Dias Moreira Nunes Teixeira Correia Cardoso Mendes Freitas Vieira Monteiro Batista Campos
  Duarte Peixoto Guimarães Assunção Brandão`)

/** Sentences; two have about 69 characters on average. */
export const SENTENCES = [
  'Bom dia, vocês abrem hoje até que horas?',
  'Preciso de um orçamento para sábado.',
  'Pode me mandar a segunda via do boleto?',
  'Chegou certinho, muito obrigado.',
  'Vou verificar no sistema e já respondo.',
  'O prazo é de três dias úteis.',
  'Perfeito, pode fechar o pedido.',
  'Ainda não recebi, o rastreio não anda.',
  'Temos sim, nas cores azul, preta e verde.',
  'Qual é o endereço da loja do centro?',
  'Consigo pagar metade agora?',
] as const
