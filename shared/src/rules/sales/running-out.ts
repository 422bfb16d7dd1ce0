/** Stock at or below which a product is running out in a store. */
export const LOW_STOCK = 5

/** Returns whether a store's stock of a product is running out; none left counts, too. */
export const isRunningOut = (stock: number): boolean => stock <= LOW_STOCK
