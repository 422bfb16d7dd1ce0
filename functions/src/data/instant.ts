/** A moment (epoch ms) as it leaves. */
export const instant = (at: number): string => new Date(at).toISOString()
