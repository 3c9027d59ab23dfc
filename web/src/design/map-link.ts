export interface Spot {
  name: string
  address: string | null
  city: string | null
  postalCode: string | null
  latitude: number | null
  longitude: number | null
}

/** The lines of an address as people read them: `Rua do Mar 3` and `2750-642 Cascais`. */
export function addressLines({ address, city, postalCode }: Spot): string[] {
  return [address ?? '', [postalCode, city].filter((part) => part).join(' ')].filter((line) => line !== '')
}

/** The map that the device itself would take: Apple's, whichever app Android has for `geo:`, else OpenStreetMap. */
export function mapLink(spot: Spot, userAgent: string): string | undefined {
  const { latitude, longitude } = spot
  const place = latitude === null || longitude === null ? undefined : `${latitude},${longitude}`
  const words = encodeURIComponent(addressLines(spot).join(', '))
  if (place === undefined && words === '') return undefined
  if (/iPhone|iPad|Macintosh/.test(userAgent)) {
    return `https://maps.apple.com/?q=${words || encodeURIComponent(spot.name)}${place ? `&ll=${place}` : ''}`
  }
  if (/Android/.test(userAgent)) return `geo:${place ?? '0,0'}?q=${place ?? words}`
  if (place === undefined) return `https://www.openstreetmap.org/search?query=${words}`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
