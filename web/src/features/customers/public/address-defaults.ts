type AddressValues = {
  zipCode: string | null
  address: string | null
  number: string | null
  complement: string | null
  neighborhood: string | null
  city: string | null
  state: string | null
  latitude: number | null
  longitude: number | null
}

/** Returns the values a form of `AddressFields` begins with: those of a row, or empty ones. */
export const addressDefaults = (row: AddressValues | null) => ({
  zipCode: row?.zipCode ?? '',
  address: row?.address ?? '',
  number: row?.number ?? '',
  complement: row?.complement ?? '',
  neighborhood: row?.neighborhood ?? '',
  city: row?.city ?? '',
  state: row?.state ?? '',
  latitude: row?.latitude ?? null,
  longitude: row?.longitude ?? null,
})
