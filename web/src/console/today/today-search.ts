export const VIEWS = ['person', 'property', 'timeline', 'map'] as const
type View = (typeof VIEWS)[number]

/** What of the page is in its address. */
export interface TodaySearch {
  date?: string
  /** How the day is looked at; by person unless said. */
  by?: View
}

export function readTodaySearch({ date, by }: Record<string, unknown>): TodaySearch {
  const view = VIEWS.find((each) => each === by)
  return {
    ...(typeof date === 'string' && isDay(date) ? { date } : {}),
    ...(view ? { by: view } : {}),
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
