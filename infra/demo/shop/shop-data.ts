/**
 * Contents of the demo shop. All of it is made up: the documents have valid check digits and belong
 * to nobody, addresses are public places in São Paulo, and the drawings are ours. Amounts in reais.
 */
import type { CouponType } from '@balcao/shared/entities/coupon.ts'
import type { RateType } from '@balcao/shared/entities/rate.ts'

/** Motif of a picture. */
export type Motif = 'bag' | 'tin' | 'bar' | 'mug' | 'plant' | 'notebook'

export const STORES = [
  {
    document: '12000001000115',
    name: 'Empório Balcão Centro',
    fantasy: 'Empório Centro',
    zipCode: '01310100',
    address: 'Avenida Paulista',
    number: '900',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    latitude: -23.5653,
    longitude: -46.6524,
    keyPix: 'centro@emporio.example',
  },
  {
    document: '12000002000160',
    name: 'Empório Balcão Pinheiros',
    fantasy: 'Empório Pinheiros',
    zipCode: '05422000',
    address: 'Rua dos Pinheiros',
    number: '450',
    neighborhood: 'Pinheiros',
    city: 'São Paulo',
    state: 'SP',
    latitude: -23.5668,
    longitude: -46.6815,
    keyPix: 'pinheiros@emporio.example',
  },
]

export const CATEGORIES: { code: string; name: string; color: string; motif: Motif }[] = [
  { code: 'CAF', name: 'Cafés', color: '#893b01', motif: 'bag' },
  { code: 'CHA', name: 'Chás', color: '#00672d', motif: 'tin' },
  { code: 'CHO', name: 'Chocolates', color: '#a20118', motif: 'bar' },
  { code: 'CAN', name: 'Canecas', color: '#0150af', motif: 'mug' },
  { code: 'PLA', name: 'Plantas', color: '#05635b', motif: 'plant' },
  { code: 'PAP', name: 'Papelaria', color: '#682dac', motif: 'notebook' },
]

/** Name, description, colour of its picture, cost, price, and promotional price (0: none). */
type Item = [name: string, description: string, color: string, cost: number, price: number, promotion: number]

export const PRODUCTS: Record<string, Item[]> = {
  CAF: [
    ['Café da Serra 250 g', 'Grãos torrados, notas de chocolate e castanha.', '#6b3e1e', 14.5, 32.9, 0],
    ['Café da Serra moído 250 g', 'Moagem média, para coador.', '#8a5a2b', 14.5, 32.9, 27.9],
    ['Café Bourbon Amarelo 500 g', 'Grãos de um só sítio, doce e frutado.', '#b45309', 31, 64.5, 0],
    ['Café descafeinado 250 g', 'Para depois do jantar, com todo o sabor.', '#3f6212', 17.2, 38.9, 0],
    ['Cápsulas de café, 10 unidades', 'Compatíveis com as máquinas mais comuns.', '#44403c', 9.8, 24.9, 19.9],
  ],
  CHA: [
    ['Chá verde com hortelã', 'Folhas soltas, 80 g.', '#16a34a', 8.2, 21.9, 0],
    ['Chá de camomila', 'Flores inteiras, 50 g.', '#ca8a04', 6.5, 18.5, 0],
    ['Chá preto com especiarias', 'Canela, cravo e cardamomo, 80 g.', '#9a3412', 8.9, 23.9, 19.5],
    ['Mate tostado', 'Para tomar quente ou gelado, 200 g.', '#57534e', 5.1, 14.9, 0],
    ['Hibisco com laranja', 'Sem cafeína, 80 g.', '#be123c', 7.4, 20.9, 0],
  ],
  CHO: [
    ['Chocolate ao leite 40%', 'Barra de 80 g.', '#92400e', 6.8, 16.9, 0],
    ['Chocolate amargo 70%', 'Barra de 80 g.', '#451a03', 7.5, 18.9, 0],
    ['Chocolate branco com limão', 'Barra de 80 g.', '#a16207', 7.1, 17.9, 14.9],
    ['Chocolate com castanha-do-pará', 'Barra de 90 g.', '#7c2d12', 8.3, 21.5, 0],
    ['Chocolate com café', 'Barra de 80 g.', '#1c1917', 7.6, 19.9, 0],
  ],
  CAN: [
    ['Caneca esmaltada 350 ml', 'Leve, para levar a qualquer lugar.', '#1d4ed8', 15.4, 39.9, 0],
    ['Caneca de cerâmica listrada', 'Feita à mão, 300 ml.', '#0f766e', 22.7, 59.9, 49.9],
    ['Caneca térmica 450 ml', 'Mantém quente por quatro horas.', '#334155', 34, 89.9, 0],
    ['Xícara de espresso, par', 'Duas xícaras de 70 ml.', '#b91c1c', 18.2, 47.5, 0],
    ['Caneca infantil', 'Não quebra ao cair, 250 ml.', '#c2410c', 11.3, 29.9, 0],
  ],
  PLA: [
    ['Suculenta sortida', 'Vaso de 8 cm. Pouca água, muita luz.', '#15803d', 5.5, 17.9, 0],
    ['Jiboia', 'Vaso de 15 cm. Gosta de meia-sombra.', '#4d7c0f', 12.8, 36.9, 29.9],
    ['Manjericão', 'Vaso de 12 cm, para a cozinha.', '#16a34a', 4.9, 14.5, 0],
    ['Lavanda', 'Vaso de 14 cm. Sol pleno.', '#7e22ce', 9.6, 27.9, 0],
    ['Cacto mandacaru', 'Vaso de 10 cm.', '#047857', 7.7, 22.9, 0],
  ],
  PAP: [
    ['Caderno pautado A5', '160 páginas costuradas.', '#7c3aed', 12.1, 34.9, 0],
    ['Caderno pontilhado A5', '160 páginas, abre por inteiro.', '#be185d', 12.6, 36.9, 0],
    ['Bloco de anotações', '50 folhas destacáveis.', '#0369a1', 4.2, 12.9, 9.9],
    ['Agenda permanente', 'Sem ano: comece quando quiser.', '#1e40af', 19.5, 54.9, 0],
    ['Planner semanal', '52 semanas em folhas soltas.', '#0f766e', 16.8, 44.9, 0],
  ],
}

/** Payments by the code of their type; rules are the number of instalments from a minimum value. */
export const PAYMENTS: {
  code: string
  name: string
  type: string
  rules?: { from: number; installments: number }[]
}[] = [
  { code: 'DIN', name: 'Dinheiro na entrega', type: 'Dinheiro' },
  { code: 'PIX', name: 'Pix da loja', type: 'Pix' },
  { code: 'DEB', name: 'Débito na maquininha', type: 'Cartão de débito' },
  {
    code: 'CRE',
    name: 'Crédito na maquininha',
    type: 'Cartão de crédito',
    rules: [
      { from: 0, installments: 1 },
      { from: 60, installments: 2 },
      { from: 150, installments: 3 },
      { from: 300, installments: 6 },
    ],
  },
  { code: 'BOL', name: 'Boleto bancário', type: 'Boleto' },
  { code: 'TRA', name: 'Transferência bancária', type: 'Transferência' },
  { code: 'VAL', name: 'Vale-presente', type: 'Vale' },
]

export const STATUSES = [
  { code: '10', name: 'Recebido', message: 'Olá, {{firstName}}. Recebemos o seu pedido e já vamos separar tudo.' },
  { code: '20', name: 'Em separação', message: 'Seu pedido está sendo separado.' },
  { code: '30', name: 'Saiu para entrega', message: 'Seu pedido saiu para entrega. Até já.' },
  { code: '40', name: 'Pronto para retirada', message: 'Seu pedido está pronto: pode retirar na loja.' },
  { code: '50', name: 'Entregue', message: 'Pedido entregue. Obrigado pela compra, {{firstName}}.' },
]

/** Rates of every store; the configured delivery method selects those that apply. */
export const RATES: { type: RateType; kilometers: number; minimumValue: number; value: number }[] = [
  { type: 'fixeRate', kilometers: 0, minimumValue: 0, value: 12 },
  { type: 'byValue', kilometers: 0, minimumValue: 0, value: 15 },
  { type: 'byValue', kilometers: 0, minimumValue: 80, value: 9.9 },
  { type: 'byValue', kilometers: 0, minimumValue: 200, value: 0 },
  { type: 'byKm', kilometers: 2, minimumValue: 0, value: 3.5 },
]

/** Zones; an empty neighbourhood is the whole city. */
export const ZONES: { name: string; places: { city: string; neighborhood: string; rate: number }[] }[] = [
  {
    name: 'Centro expandido',
    places: [
      { city: 'São Paulo', neighborhood: 'Bela Vista', rate: 7 },
      { city: 'São Paulo', neighborhood: 'Consolação', rate: 8 },
      { city: 'São Paulo', neighborhood: 'Jardim Paulista', rate: 8 },
      { city: 'São Paulo', neighborhood: 'Pinheiros', rate: 7 },
    ],
  },
  {
    name: 'Demais bairros',
    places: [
      { city: 'São Paulo', neighborhood: '', rate: 18 },
      { city: 'Osasco', neighborhood: '', rate: 25 },
    ],
  },
]

export const COUPONS: { name: string; type: CouponType; value: number; minimumValue: number; usagePerUser?: number }[] =
  [
    { name: 'LOJA10', type: 'percentage', value: 10, minimumValue: 0 },
    { name: 'PRIMEIRA15', type: 'fixed', value: 15, minimumValue: 60, usagePerUser: 1 },
    { name: 'ENTREGAGRATIS', type: 'free_shipping', value: 0, minimumValue: 100 },
  ]

export const PORTFOLIOS = [
  { code: 'BAL', name: 'Carteira do balcão' },
  { code: 'EMP', name: 'Carteira de empresas' },
]

type Place = { zipCode: string; address: string; number: string; neighborhood: string; at: [number, number] }
type Customer = {
  document: string
  fullName: string
  email: string
  birthday: string | null
  portfolio: string
  customerDefault?: boolean
  place: Place
}

export const CUSTOMERS: Customer[] = [
  {
    document: '12345000198',
    fullName: 'Maria Andrade',
    email: 'maria@cliente.example',
    birthday: '1988-03-14',
    portfolio: 'BAL',
    place: {
      zipCode: '01305000',
      address: 'Rua Augusta',
      number: '1200',
      neighborhood: 'Consolação',
      at: [-23.5546, -46.6546],
    },
  },
  {
    document: '12345000279',
    fullName: 'João Batista Nunes',
    email: 'joao@cliente.example',
    birthday: '1992-02-29',
    portfolio: 'BAL',
    place: {
      zipCode: '01415000',
      address: 'Rua Bela Cintra',
      number: '640',
      neighborhood: 'Consolação',
      at: [-23.5566, -46.6593],
    },
  },
  {
    document: '12345000350',
    fullName: 'Carla Menezes',
    email: 'carla@cliente.example',
    birthday: '1979-11-02',
    portfolio: 'BAL',
    place: {
      zipCode: '01323000',
      address: 'Rua Treze de Maio',
      number: '310',
      neighborhood: 'Bela Vista',
      at: [-23.5597, -46.6455],
    },
  },
  {
    document: '12345000430',
    fullName: 'Paulo Henrique Dias',
    email: 'paulo@cliente.example',
    birthday: null,
    portfolio: 'BAL',
    place: {
      zipCode: '05416000',
      address: 'Rua Fradique Coutinho',
      number: '700',
      neighborhood: 'Pinheiros',
      at: [-23.5611, -46.6871],
    },
  },
  {
    document: '12345000511',
    fullName: 'Helena Prado',
    email: 'helena@cliente.example',
    birthday: '2001-07-25',
    portfolio: 'BAL',
    place: {
      zipCode: '05410000',
      address: 'Rua Cardeal Arcoverde',
      number: '1500',
      neighborhood: 'Pinheiros',
      at: [-23.5606, -46.6826],
    },
  },
  {
    document: '12345000600',
    fullName: 'Cliente de balcão',
    email: 'balcao@cliente.example',
    birthday: null,
    portfolio: 'BAL',
    customerDefault: true,
    place: {
      zipCode: '01310100',
      address: 'Avenida Paulista',
      number: '900',
      neighborhood: 'Bela Vista',
      at: [-23.5653, -46.6524],
    },
  },
  {
    document: '12000003000104',
    fullName: 'Escritório Horizonte Ltda.',
    email: 'compras@horizonte.example',
    birthday: null,
    portfolio: 'EMP',
    place: {
      zipCode: '01418000',
      address: 'Alameda Santos',
      number: '1470',
      neighborhood: 'Jardim Paulista',
      at: [-23.5635, -46.6558],
    },
  },
  {
    document: '12000004000159',
    fullName: 'Padaria Aurora Ltda.',
    email: 'pedidos@aurora.example',
    birthday: null,
    portfolio: 'EMP',
    place: {
      zipCode: '05415000',
      address: 'Rua Mourato Coelho',
      number: '250',
      neighborhood: 'Pinheiros',
      at: [-23.5603, -46.6868],
    },
  },
]

/** Contract of the customer with this document. */
export const CONTRACT = {
  number: 'CT-0001',
  document: '12000003000104',
  type: 'Anual' as const,
  value: 1890,
  lateFine: 37.8,
  equipments: [
    { name: 'Máquina de café', serialNumber: 'MC-48210' },
    { name: 'Moedor', serialNumber: 'MO-11754' },
  ],
  /** Days from today. */
  expiresIn: 8,
}
