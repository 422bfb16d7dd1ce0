/**
 * Returns the place of a message in its conversation: the time and the end of its id, which sort as
 * the messages do.
 */
export const placeOf = (id: string): string => id.slice(0, 8) + id.slice(9, 13) + id.slice(-8)

/** Returns the time (epoch ms) in a message's place. */
export const timeOfPlace = (place: string): number => Number.parseInt(place.slice(0, 12), 16)
