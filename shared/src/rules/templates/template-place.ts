/** Place of a template's location header. */
export type TemplatePlace = { latitude: string; longitude: string; name: string; address: string }

const PLACE = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*(?:,([^,]*)(?:,(.*))?)?$/

/**
 * Reads `latitude, longitude, name, address`, of which name and address may be missing; undefined
 * if it is no place on earth.
 */
export function readTemplatePlace(text: string): TemplatePlace | undefined {
  const [, latitude = '', longitude = '', name = '', address = ''] = PLACE.exec(text) ?? []
  if (latitude === '' || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return undefined
  return { latitude, longitude, name: name.trim(), address: address.trim() }
}
