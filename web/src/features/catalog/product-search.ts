/** Filters of the list of products, as its address has them. */
export interface ProductSearch {
  category?: string
  store?: string
  /** The active ones, or the inactive ones alone. */
  active?: boolean
  /** Those that are running out in a store. */
  low?: true
}
