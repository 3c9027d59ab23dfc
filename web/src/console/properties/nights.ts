const DAY_MILLIS = 86_400_000

export function nightsOf({ checkinDate, checkoutDate }: { checkinDate: string; checkoutDate: string }): number {
  return Math.round((Date.parse(checkoutDate) - Date.parse(checkinDate)) / DAY_MILLIS)
}
