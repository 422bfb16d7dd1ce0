/**
 * Place of a postal code: a street, or a whole town, which has neither street nor neighbourhood.
 */
export type Place = {
  cep: string
  address: string
  neighborhood: string
  city: string
  state: string
  /** Degrees; null where BrasilAPI has none. */
  latitude: number | null
  longitude: number | null
  /** ViaCEP's additional text. */
  complement: string
  ddd: string
}

type Street = [cep: string, address: string, neighborhood: string, city: string, state: string, ddd: string]

const at = (
  [cep, address, neighborhood, city, state, ddd]: Street,
  latitude: number | null,
  longitude: number | null,
) => ({
  ...{ cep, address, neighborhood, city, state, ddd, latitude, longitude },
  complement: '',
})

/**
 * Initial places: streets in several states, some without coordinates, and a town with one code.
 */
export const PLACES: readonly Place[] = [
  at(['01001000', 'Praça da Sé', 'Sé', 'São Paulo', 'SP', '11'], -23.5502784, -46.6342179),
  at(['01310100', 'Avenida Paulista', 'Bela Vista', 'São Paulo', 'SP', '11'], -23.5653114, -46.6519593),
  at(['05010000', 'Rua Caiubi', 'Perdizes', 'São Paulo', 'SP', '11'], -23.5366229, -46.6745183),
  at(['06010070', 'Rua Antônio Agu', 'Centro', 'Osasco', 'SP', '11'], -23.5325402, -46.7777361),
  at(['13010001', 'Avenida Francisco Glicério', 'Centro', 'Campinas', 'SP', '19'], -22.9056391, -47.0607941),
  at(['20040002', 'Avenida Rio Branco', 'Centro', 'Rio de Janeiro', 'RJ', '21'], -22.9068467, -43.1773171),
  at(['22041001', 'Rua Barata Ribeiro', 'Copacabana', 'Rio de Janeiro', 'RJ', '21'], null, null),
  at(['30130010', 'Praça Sete de Setembro', 'Centro', 'Belo Horizonte', 'MG', '31'], -19.9190677, -43.9385747),
  at(['40020000', 'Praça Municipal', 'Centro', 'Salvador', 'BA', '71'], -12.9730401, -38.5108131),
  at(['50030230', 'Avenida Rio Branco', 'Recife', 'Recife', 'PE', '81'], -8.0631042, -34.8713896),
  at(['70040010', 'Setor Bancário Norte Quadra 1', 'Asa Norte', 'Brasília', 'DF', '61'], -15.7883457, -47.8819382),
  at(['80010000', 'Rua Marechal Deodoro', 'Centro', 'Curitiba', 'PR', '41'], -25.4308211, -49.2684892),
  at(['89010025', 'Rua Doutor Luiz de Freitas Melro', 'Centro', 'Blumenau', 'SC', '47'], -26.9244749, -49.0629788),
  at(['90010150', 'Rua dos Andradas', 'Centro Histórico', 'Porto Alegre', 'RS', '51'], null, null),
  at(['89990000', '', '', 'São Lourenço do Oeste', 'SC', '49'], -26.3556901, -52.8498124),
]
