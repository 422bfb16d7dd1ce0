import { z } from 'zod'

/** Fields of a postal address. Unknown texts are empty. */
export const placeFields = {
  /** Eight digits. */
  zipCode: z.string(),
  address: z.string(),
  number: z.string(),
  complement: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  /** UF, two letters. */
  state: z.string(),
}

/** Coordinates in degrees; null if unknown. */
export const coordinateFields = { latitude: z.number().nullable(), longitude: z.number().nullable() }
