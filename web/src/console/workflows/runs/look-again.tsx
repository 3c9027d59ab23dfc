import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { runsWords } from './words/runs-words.ts'

/** Runs of others tell nobody that they have begun. */
export function LookAgain(): ReactNode {
  const words = useWords(runsWords)
  const { id } = useDesk()
  const client = useQueryClient()
  const isBusy = useIsFetching({ queryKey: [id, 'runs'] }) > 0
  return (
    <Button icon="retry" busy={isBusy} onClick={() => void client.invalidateQueries({ queryKey: [id, 'runs'] })}>
      {words.refresh}
    </Button>
  )
}
