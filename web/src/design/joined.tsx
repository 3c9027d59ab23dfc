import { Fragment, type ReactNode } from 'react'

interface JoinedProps {
  /** What is empty is left out. */
  parts: readonly (string | false | null | undefined)[]
  by?: string
}

/** Names and facts in one line. Each has its own direction: a Hebrew town must not take the number beside it to its other side. */
export function Joined({ parts, by = ' · ' }: JoinedProps): ReactNode {
  return parts.filter(Boolean).map((part, index) => (
    // They have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index === 0 ? null : by}
      <bdi>{part}</bdi>
    </Fragment>
  ))
}
