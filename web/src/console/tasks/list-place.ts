interface Place {
  offset: number
  index: number
}

/** Where the reader was in each list, so that coming back from a task does not mean to start over. */
const places = new Map<string, Place>()

export function placeIn(list: string): Place {
  return places.get(list) ?? { offset: 0, index: -1 }
}

export function rememberPlace(list: string, place: Partial<Place>): void {
  places.set(list, { ...placeIn(list), ...place })
}
