interface Place {
  row: number
  column: number
}

/** The next in the order one reads: to the right, then down, then from the top again. */
export function nextClash(
  homes: readonly { findings: { clashes: readonly { date: string }[] } }[],
  days: readonly string[],
  from: Place,
): Place | undefined {
  const places = homes.flatMap(({ findings }, row) =>
    [...new Set(findings.clashes.map(({ date }) => days.indexOf(date)))]
      .filter((column) => column >= 0)
      .toSorted((one, other) => one - other)
      .map((column) => ({ row, column })),
  )
  const isAfter = ({ row, column }: Place): boolean => row > from.row || (row === from.row && column > from.column)
  return places.find(isAfter) ?? places[0]
}
