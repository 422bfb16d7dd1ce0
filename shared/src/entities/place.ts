import { z } from 'zod'

/** Where something is, as it is written on a letter. Texts are empty when not known. */
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

/** Degrees; null when not known. */
export const coordinateFields = { latitude: z.number().nullable(), longitude: z.number().nullable() }
