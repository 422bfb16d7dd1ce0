/** Normalizes a name for comparing and ordering: without accents, case and doubled spaces. */
export const normalizeName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
