/**
 * Destination of a delivery: kept in the conversation until its customer is known, and then one of
 * the customer's addresses.
 */
import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { ZipPlace } from '@balcao/shared/entities/customer.ts'
import { z } from 'zod'
import { addressesOf, createAddress } from '../../data/customers/address.ts'
import { publishAddress } from '../../sales/publish-address.ts'
import type { ToolContext, ToolState } from './tool.ts'

const Destination = z.object({ place: ZipPlace, number: z.string() })
export type Destination = z.infer<typeof Destination>

/** Returns the state with a destination. */
export const withDestination = (state: ToolState, destination: Destination): ToolState => ({ ...state, destination })

/** Returns the state without its destination. */
export const withoutDestination = ({ destination: _, ...state }: ToolState): ToolState => state

const keptIn = (state: ToolState): Destination | undefined => Destination.safeParse(state.destination).data

/** Returns the destination that the conversation keeps, as an address that is stored nowhere. */
export function destinationOf(state: ToolState): CustomerAddress | undefined {
  const kept = keptIn(state)
  return kept && passingAddress(kept)
}

export const passingAddress = ({ place, number }: Destination): CustomerAddress => ({
  ...{ id: '', customerId: '', isActive: false, createdAt: '', updatedAt: '' },
  ...fieldsOf({ place, number }),
})

/** Name of an address that an agent has stored. */
const NAME = 'Entrega'

const fieldsOf = ({ place, number }: Destination) => ({ name: NAME, ...place, number, complement: '' })

/** Returns whether somebody could find it: a street with a number. */
export const isWhole = ({ place, number }: Destination): boolean =>
  [place.address, place.neighborhood, place.city, place.state, number].every(text => text.trim() !== '')

/**
 * Returns the customer's address of a destination, which is stored if it is new; undefined for one
 * that nobody could find. Two calls store it once, one after the other.
 */
export async function storeDestination(
  { companyId, dry }: Pick<ToolContext, 'companyId' | 'dry'>,
  customerId: string,
  destination: Destination,
): Promise<CustomerAddress | undefined> {
  if (!isWhole(destination)) return undefined
  const { place, number } = destination
  const known = (await addressesOf(companyId, customerId)).find(
    address => address.zipCode === place.zipCode && address.number.trim() === number.trim(),
  )
  if (known || dry) return known
  const written = await createAddress(companyId, { customerId, isActive: false, ...fieldsOf(destination) })
  return publishAddress(companyId, written, 'create')
}

/** Returns the customer's address of the destination that the conversation keeps. */
export async function storeKeptDestination(
  context: ToolContext,
  customerId: string,
): Promise<CustomerAddress | undefined> {
  const kept = keptIn(context.state)
  return kept && storeDestination(context, customerId, kept)
}
