/** Display values of a line's product before the server has answered. */
export type ProductPreview = { name: string; price: number; mediaPath: string | null }
