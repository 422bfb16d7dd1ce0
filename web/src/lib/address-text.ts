import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { formatZipCode } from './format.ts'

type Place = Pick<CustomerAddress, 'address' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state' | 'zipCode'>

/** A place in one line, as it is written on a parcel. */
export const addressText = ({ address, number, complement, neighborhood, city, state, zipCode }: Place): string =>
  [[address, number, complement].filter(Boolean).join(', '), neighborhood, `${city}/${state}`, formatZipCode(zipCode)]
    .filter(Boolean)
    .join(' · ')
